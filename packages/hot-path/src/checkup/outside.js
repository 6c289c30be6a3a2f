'use strict'

// What of a window does not come from the readings: the load, and the counts between loads.

const { MOST_LISTS } = require('./probes/listener-snapshot')

/** @typedef {import('./records').Examination} Examination */

// As many as a page has room for.
const MOST_GROWN = 5

/** @param {Examination['load']} load */
function fromOutside (load) {
  const unanswered = load?.errors ?? 0
  const asked = (load?.requests ?? 0) + unanswered
  return {
    latencyMs: load?.latencyMs ?? { mean: NaN, p50: NaN, p99: NaN, max: NaN },
    throughput: load?.requestsPerSecond ?? NaN,
    refusedShare: ((load?.non2xx ?? 0) - (load?.expected ?? 0)) / (load?.requests || NaN),
    unansweredShare: unanswered / (asked || NaN),
    timeouts: load?.timeouts ?? 0,
    driver: load?.driver ?? '',
    generatorUtilization: load?.generatorUtilization ?? NaN
  }
}

/**
 * @param {Examination} examination
 * @param {number} loopUtilization
 * @returns {number} all connections, where answers came at first, none comes any more, and the loop has nothing to do
 */
function stuckOf ({ load, outside, connections }, loopUtilization) {
  const seconds = load?.seconds ?? 0
  const late = outside.filter(({ atMs }) => atMs >= 500 * seconds)
  return load?.requests && loopUtilization < 0.5 && late.every(({ answers }) => answers === 0) ? connections : 0
}

/**
 * @param {Examination} examination
 */
function fromSnapshots ({ snapshots }) {
  const [first] = snapshots
  const last = snapshots[snapshots.length - 1]
  const retainedBytes = snapshots.slice(1).map(({ bytes }, i) => bytes - snapshots[i].bytes)
  const retainedBytesPerRequest = retainedBytes.map(
    (bytes, i) => bytes / (snapshots[i + 1].requests - snapshots[i].requests)
  )
  const grown = last ? grownBetween(first.listenerCounts, last.listenerCounts) : []
  return {
    retainedBytes,
    retainedBytesPerRequest,
    calm: snapshots.every(({ calm }) => calm),
    shortRequests: last ? last.requests - first.requests : 0,
    grown
  }
}

/**
 * @param {import('./records').IdentifiedListenerCount[]} first
 * @param {import('./records').IdentifiedListenerCount[]} last
 * @returns {import('./records').AnalysisWindow['grown']}
 */
function grownBetween (first, last) {
  const keyOf = (/** @type {import('./records').IdentifiedListenerCount} */ { id, event }) => `${id} ${event}`
  const counts = new Map(first.map((one) => [keyOf(one), one.count]))
  // A snapshot has the longest lists only. Where there were more, one that was not told had at most as many listeners
  // as the shortest one that was.
  const untold = first.length < MOST_LISTS ? 0 : Math.min(...first.map(({ count }) => count))
  return last
    .map(({ id, ...one }) => ({ ...one, before: counts.get(keyOf({ id, ...one })) ?? untold }))
    .filter(({ count, before }) => count > before)
    .sort((a, b) => b.count - b.before - (a.count - a.before))
    .slice(0, MOST_GROWN)
}

module.exports = { fromSnapshots, fromOutside, stuckOf }
