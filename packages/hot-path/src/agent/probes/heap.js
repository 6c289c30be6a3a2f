'use strict'

// A probe: runs inside the server under test, and samples its memory allocations.

const path = require('path')
const { writeHeapSnapshot } = require('v8')
const { openInspector } = require('./inspector')
const { watchWorkers } = require('./worker-threads')
const { applicationFunctions, inlineAgain, stopInlining } = require('./v8-functions')
const { memoryIn } = require('./worker-memory')

// Average number of allocated bytes per sample.
const EACH_BYTES = 8192
// No snapshots of larger heaps: V8 stops the server for 4 to 9 s per 100 MB.
const MOST_SNAPSHOT_BYTES = 100e6

/** @type {ReturnType<typeof openInspector> | null} */
let inspector = null
/** @type {ReturnType<typeof watchWorkers<import('../../types/agent').ThreadMemory>> | null} */
let workers = null
/** Directory for heap snapshots; empty for none. */
let directory = ''
let isTooLarge = false

/**
 * @param {boolean} all whether to include objects that were garbage-collected since
 * @param {string} folder directory for two heap snapshots, now and at the end; empty for none
 */
function begin (all, folder) {
  const opened = openInspector()
  const { post } = opened
  stopInlining(post)
  post('HeapProfiler.enable')
  directory = folder
  isTooLarge = false
  if (directory) writeSnapshot('before')
  post('HeapProfiler.startSampling', samplingOf(all))
  inspector = opened // only now: a busy program may be ended in the middle of this function
}

/** @param {boolean} all whether to include objects that were garbage-collected since */
function samplingOf (all) {
  return {
    samplingInterval: EACH_BYTES,
    includeObjectsCollectedByMajorGC: all,
    includeObjectsCollectedByMinorGC: all
  }
}

/**
 * Starts to sample what worker threads retain.
 *
 * @param {import('./worker-threads').Post} post
 * @returns {Promise<import('../../types/agent').ThreadMemory>} memory of the thread so far
 */
async function beginIn (post) {
  const before = await memoryIn(post)
  await Promise.all([post('Profiler.enable'), post('HeapProfiler.startSampling', samplingOf(false))])
  return before
}

/**
 * @param {import('./worker-threads').Post} post
 * @param {import('../../types/agent').ThreadMemory} before
 * @returns {Promise<Omit<import('../../types/agent').ThreadHeapSampling, 'title'>>}
 */
async function endIn (post, before) {
  const metrics = await memoryIn(post)
  const { profile } = await post('HeapProfiler.stopSampling')
  const functions = applicationFunctions(await post('Profiler.getBestEffortCoverage'))
  return { profile, functions, before: { metrics: before }, metrics }
}

/**
 * Writes a heap snapshot, which first collects garbage, unless the heap is too large. An object has the same id in both
 * snapshots. Not through the inspector: since Node 22 it takes a snapshot after this function has returned.
 *
 * @param {'before' | 'after'} name
 */
function writeSnapshot (name) {
  isTooLarge ||= process.memoryUsage().heapUsed > MOST_SNAPSHOT_BYTES
  if (!isTooLarge) writeHeapSnapshot(path.join(directory, `${name}.heapsnapshot`))
}

/**
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @returns {{ profile: import('../../types/source').HeapProfile | null, functions:
 *   import('../../types/source').SourceRange[], metrics: import('../../types/pipeline').ProcessMetrics, isTooLarge?:
 *   boolean }} allocations since `begin`: all, or only those still in use. `isTooLarge`: no heap snapshots were taken
 */
function end (processMetrics) {
  const metrics = processMetrics({ collect: true, reset: false })
  if (!inspector) return { profile: null, functions: [], metrics }
  const { post } = inspector
  const { profile } = post('HeapProfiler.stopSampling')
  const ranges = applicationFunctions(post('Profiler.getBestEffortCoverage'))
  if (directory) writeSnapshot('after')
  inlineAgain(post)
  inspector.end()
  inspector = null
  return { profile, functions: ranges, metrics, isTooLarge }
}

/** @returns {Promise<import('../../types/agent').ThreadHeapSampling[]>} what worker threads retain since `begin` */
async function endOfWorkers () {
  const { answered = [] } = (await workers?.each(endIn).finally(workers.end)) ?? {}
  workers = null
  return answered
}

/** @type {import('../../types/agent').Probe} */
module.exports = (processMetrics) =>
  function (word, folder = '') {
    if (word === 'end') {
      const seen = end(processMetrics)
      return workers ? endOfWorkers().then((threads) => ({ ...seen, threads })) : seen
    }
    begin(word === 'all', folder)
    const metrics = processMetrics({ collect: true, reset: false })
    if (word === 'all' || metrics.workers === 0) return { metrics }
    workers = watchWorkers(beginIn)
    return workers.begun().then(() => ({ metrics }))
  }
