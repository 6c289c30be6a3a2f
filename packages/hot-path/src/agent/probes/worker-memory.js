'use strict'

// Part of the probes: runs inside the server under test.

const { watchWorkers } = require('./worker-threads')

// Each worker needs an inspector session. Of more workers, their number says enough.
const MOST_WORKERS = 32

/**
 * Collects garbage in the worker threads, and adds up the memory that they use.
 *
 * @param {number} count number of live worker threads
 * @returns {Promise<import('../../types/agent').ThreadMemory>} zeros if there are none, or too many
 */
async function memoryOfWorkers (count) {
  const sum = { heapUsedBytes: 0, heapTotalBytes: 0, externalBytes: 0 }
  if (count === 0 || count > MOST_WORKERS) return sum
  const workers = watchWorkers(async () => null)
  const { answered } = await workers.each(memoryIn).finally(workers.end)
  for (const { heapUsedBytes, heapTotalBytes, externalBytes } of answered) {
    sum.heapUsedBytes += heapUsedBytes
    sum.heapTotalBytes += heapTotalBytes
    sum.externalBytes += externalBytes
  }
  return sum
}

/**
 * @param {import('./worker-threads').Post} post
 * @returns {Promise<import('../../types/agent').ThreadMemory>} of the thread, after a garbage collection
 */
async function memoryIn (post) {
  await post('HeapProfiler.collectGarbage')
  const { result } = await post('Runtime.evaluate', { expression: `(${memoryOfThread})()`, returnByValue: true })
  return result.value
}

/** Reads the memory of its thread. Workers evaluate its source text, so it must not use outer variables. */
function memoryOfThread () {
  const { heapUsed, heapTotal, external } = process.memoryUsage()
  return { heapUsedBytes: heapUsed, heapTotalBytes: heapTotal, externalBytes: external }
}

module.exports = { memoryIn, memoryOfWorkers }
