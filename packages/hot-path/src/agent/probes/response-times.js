'use strict'

// A probe: runs inside an attached process, and times its responses. Under a load from hot-path, the load generator
// measures them.

const { performance } = require('perf_hooks')
const { watchRequests } = require('../requests')

// Maximum retained times. Beyond it, a new time replaces a random one with probability `MOST_KEPT / count`, so all
// are equally likely to be retained (reservoir sampling; Vitter, "Random Sampling with a Reservoir", 1985).
const MOST_KEPT = 10_000

/** Starts timing, and returns the function that stops it. */
function timeResponses () {
  /** @type {WeakMap<object, number>} */
  const begun = new WeakMap()
  /** @type {number[]} */
  const kept = []
  let count = 0
  let sumMs = 0
  let maxMs = 0
  function started (/** @type {any} */ { response }) {
    begun.set(response, performance.now())
  }
  function finished (/** @type {any} */ { response }) {
    const sinceMs = begun.get(response)
    if (sinceMs === undefined) return // the request began before timing started
    const ms = performance.now() - sinceMs
    count++
    sumMs += ms
    maxMs = Math.max(maxMs, ms)
    const at = kept.length < MOST_KEPT ? kept.length : Math.floor(count * Math.random())
    if (at < MOST_KEPT) kept[at] = ms
  }
  const endRequests = watchRequests({ started, finished })
  return function () {
    endRequests()
    kept.sort((a, b) => a - b)
    const percentile = (/** @type {number} */ percent) => kept[Math.floor((percent / 100) * kept.length)]
    const [p50, p90, p99] = [50, 90, 99].map(percentile)
    return count > 0 ? { mean: sumMs / count, p50, p90, p99, max: maxMs } : null
  }
}

/**
 * Reports the time from the start of a request to the end of its response, in ms; null without responses.
 *
 * @type {import('../../types/agent').Probe}
 */
module.exports = function () {
  let end = () => /** @type {import('../../types/pipeline').Load['latencyMs'] | null} */ (null)
  return function (word) {
    const latencyMs = end()
    end = word === 'begin' ? timeResponses() : () => null
    return { latencyMs }
  }
}
