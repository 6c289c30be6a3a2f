'use strict'

// What retains the memory that a server gains under load: from two heap snapshots, which the heap probe writes into a
// temporary directory (agent/probes/heap.js).

const fs = require('fs')
const os = require('os')
const path = require('path')
const { PROBES } = require('../agent')
const { atExit } = require('../util/at-exit')
const { OperationalError } = require('../util/errors')
const { greatestId, readSnapshot } = require('../source/heap/snapshot')
const { retainerOf } = require('../source/heap/retainers')

/** @typedef {import('../process/subject').RunningSubject} RunningSubject */

// V8 takes more than about 3 s for a snapshot of a larger heap, during which the server is stopped.
const MOST_HEAP_BYTES = 32e6
// Growth to aim at in the second process.
const GROWTH_BYTES = 8e6
const LEAST_SECONDS = 0.3
const MOST_SECONDS = 3

/**
 * @template T
 * @param {(folder: string) => Promise<T>} use gets a temporary directory for heap snapshots
 * @returns {Promise<T>}
 */
async function withSnapshots (use) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-heap-'))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  const forget = atExit(remove)
  try {
    return await use(folder)
  } finally {
    forget()
    remove()
  }
}

/**
 * @param {string} folder
 * @param {number} requests answered between the snapshots
 * @returns {import('../types/source').Retainer | null} what retains most of the memory added between the snapshots;
 *   null if there are none, because the heap was too large, or if nothing that has a name retains it
 */
function retainerIn (folder, requests) {
  const [before, after] = ['before', 'after'].map((name) => path.join(folder, `${name}.heapsnapshot`))
  if (!fs.existsSync(before) || !fs.existsSync(after)) return null
  const retainer = retainerOf(readSnapshot(after), greatestId(before))
  return retainer && { ...retainer, requests }
}

/**
 * @param {number} [heapBytes] memory in use on the heap of a server
 * @returns {boolean} whether snapshots of it would take too long
 */
function isLargeHeap (heapBytes = 0) {
  return heapBytes > MOST_HEAP_BYTES
}

/**
 * Samples retained memory in a second process of a server whose heap is too large for snapshots.
 *
 * @param {() => Promise<RunningSubject>} startAnother
 * @param {object} options
 * @param {number} options.bytesPerRequest memory that each request adds
 * @param {(seconds: number, server: RunningSubject) => Promise<import('../types/pipeline').Load>} options.load
 * @returns {Promise<import('../types/checkup').Looks['retained'] | null>} null if no retainer was found, or if two
 *   processes of the server cannot run at the same time
 */
async function retainedByAnother (startAnother, { bytesPerRequest, load }) {
  return whileAnother(startAnother, async function (another) {
    const { requestsPerSecond } = await another.whileAlive(load(LEAST_SECONDS, another)) // also fills caches
    const wanted = GROWTH_BYTES / (bytesPerRequest * requestsPerSecond)
    const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, wanted || 0))
    return withSnapshots(async function (folder) {
      const before = await another.probe(PROBES.heap, 'kept', folder)
      const { requests } = await another.whileAlive(load(seconds, another))
      const seen = await another.probe(PROBES.heap, 'end')
      const retainer = retainerIn(folder, requests)
      return retainer && { ...seen, before, served: requests, retainer }
    })
  })
}

/**
 * @template T
 * @param {() => Promise<RunningSubject>} startAnother starts a second process of the server
 * @param {(another: RunningSubject) => Promise<T>} use
 * @returns {Promise<T | null>} null if two processes of the server cannot run at the same time
 */
async function whileAnother (startAnother, use) {
  try {
    const another = await startAnother()
    try {
      return await use(another)
    } finally {
      await another.kill()
    }
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    return null
  }
}

module.exports = { isLargeHeap, retainedByAnother, retainerIn, whileAnother, withSnapshots }
