'use strict'

// A probe: runs inside a process that was attached to, and times its responses. Where the load is ours, the load
// generator does.

const diagnostics = require('diagnostics_channel')
const { performance } = require('perf_hooks')

const STARTED = 'http.server.request.start'
const FINISHED = 'http.server.response.finish'
// Beyond that, each new one takes the place of one that is chosen by chance: all of them have the same chance to stay
// (reservoir sampling; Vitter, "Random Sampling with a Reservoir", 1985).
const MOST_KEPT = 10_000

/** Begins to time, and gives the function that ends it. */
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
    if (sinceMs === undefined) return // it began before we came
    const ms = performance.now() - sinceMs
    count++
    sumMs += ms
    maxMs = Math.max(maxMs, ms)
    const at = kept.length < MOST_KEPT ? kept.length : Math.floor(count * Math.random())
    if (at < MOST_KEPT) kept[at] = ms
  }
  diagnostics.subscribe(STARTED, started)
  diagnostics.subscribe(FINISHED, finished)
  return function () {
    diagnostics.unsubscribe(STARTED, started)
    diagnostics.unsubscribe(FINISHED, finished)
    kept.sort((a, b) => a - b)
    const percentile = (/** @type {number} */ percent) => kept[Math.floor((percent / 100) * kept.length)]
    const [p50, p90, p99] = [50, 90, 99].map(percentile)
    return count > 0 ? { mean: sumMs / count, p50, p90, p99, max: maxMs } : null
  }
}

/**
 * From the request's start to the end of its response, in milliseconds; null where there was none.
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
