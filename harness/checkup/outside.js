'use strict'

// What of a stretch does not come from the readings: the load, and the counts between loads.

/** @typedef {import('./records').Examination} Examination */

/** @param {Examination['load']} load */
function fromOutside (load) {
  const unanswered = Math.max(load?.errors ?? 0, load?.lost ?? 0)
  const asked = (load?.requests ?? 0) + unanswered
  return {
    latencyMs: load?.latencyMs ?? { p50: NaN, p99: NaN, max: NaN },
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
function fromCensuses ({ censuses }) {
  const [first] = censuses
  const last = censuses[censuses.length - 1]
  const retainedBytes = censuses.slice(1).map(({ bytes }, i) => bytes - censuses[i].bytes)
  const retainedBytesPerRequest = retainedBytes.map((bytes, i) => bytes / (censuses[i + 1].requests - censuses[i].requests))
  const grown = (last?.crowds ?? []).flatMap(function (crowd) {
    const before = first.crowds.find(({ emitter, event }) => emitter === crowd.emitter && event === crowd.event)?.count ?? 0
    return crowd.count > before ? [{ ...crowd, before }] : []
  })
  return { retainedBytes, retainedBytesPerRequest, calm: censuses.every(({ calm }) => calm), shortRequests: last ? last.requests - first.requests : 0, grown }
}

module.exports = { fromCensuses, fromOutside, stuckOf }
