'use strict'

const hdr = require('hdr-histogram-js')

// Two significant digits: percentiles are within 1 % of the value, from 1 µs to 10 minutes.
const OPTIONS = /** @type {const} */ ({
  bitBucketSize: 32,
  numberOfSignificantValueDigits: 2,
  lowestDiscernibleValue: 1,
  highestTrackableValue: 6e8,
  autoResize: true
})
const US_PER_MS = 1000
const NONE = { mean: NaN, p50: NaN, p90: NaN, p99: NaN, max: NaN }

/** @typedef {{ mean: number, p50: number, p90: number, p99: number, max: number }} Percentiles in milliseconds */

/**
 * The latencies of one uninterrupted load.
 *
 * Percentiles of several loads cannot be averaged, but their histograms can be merged. Therefore the histogram is kept
 * with the percentiles, in microseconds, in the compressed form that all HdrHistogram libraries and viewers read
 * (http://hdrhistogram.org). Mean and maximum are exact.
 */
class Latencies {
  #histogram = hdr.build(OPTIONS)
  #sumMs = 0
  #maxMs = NaN
  count = 0

  /**
   * @param {number} ms
   * @param {number} [times] number of requests with this latency
   * @throws {RangeError} if it is negative or NaN, which means that it was measured from the wrong time
   */
  record (ms, times = 1) {
    if (times === 0) return
    if (!(ms >= 0)) throw new RangeError(`a latency cannot be ${ms} ms`)
    this.count += times
    this.#sumMs += times * ms
    if (!(ms <= this.#maxMs)) this.#maxMs = ms
    this.#histogram.recordValueWithCount(Math.round(ms * US_PER_MS), times)
  }

  /** @returns {{ latencyMs: Percentiles, latencyHistogram: string }} NaN without latencies */
  summary () {
    const at = (/** @type {number} */ percent) =>
      this.count ? this.#histogram.getValueAtPercentile(percent) / US_PER_MS : NaN
    // A bucket is represented by its upper bound, which can exceed the maximum latency.
    const below = (/** @type {number} */ percent) => Math.min(at(percent), this.#maxMs)
    return {
      latencyMs: { mean: this.#sumMs / this.count, p50: below(50), p90: below(90), p99: below(99), max: this.#maxMs },
      latencyHistogram: hdr.encodeIntoCompressedBase64(this.#histogram)
    }
  }
}

/**
 * Merges the latencies of several loads, from their histograms.
 *
 * @param {{ latencyMs: Percentiles, latencyHistogram?: string }[]} loads at least one
 * @returns {Percentiles} NaN if a load has no histogram
 * @throws {Error} if a histogram is damaged
 */
function mergedPercentiles (loads) {
  const all = hdr.build(OPTIONS)
  let sum = 0
  for (const { latencyMs, latencyHistogram } of loads) {
    if (latencyHistogram === undefined) return NONE
    const one = hdr.decodeFromCompressedBase64(latencyHistogram, 32)
    all.add(one)
    if (one.totalCount) sum += latencyMs.mean * one.totalCount
  }
  const maxMs = Math.max(...loads.map(({ latencyMs }) => latencyMs.max).filter(Number.isFinite))
  const at = (/** @type {number} */ percent) =>
    all.totalCount ? Math.min(maxMs, all.getValueAtPercentile(percent) / US_PER_MS) : NaN
  return { mean: sum / all.totalCount, p50: at(50), p90: at(90), p99: at(99), max: maxMs }
}

/**
 * Checks Little's law, L = λW: in a closed loop, the mean number of requests in flight is the number of connections.
 * Throughput times mean latency has to give the same number, or one of the two is wrong.
 *
 * Source: John D. C. Little, "A Proof for the Queuing Formula: L = λW", Operations Research 9 (1961).
 *
 * @param {{ requestsPerSecond: number, latencyMs: { mean: number }, betweenMs?: number, connections: number }} load
 * @returns {number} requests in flight per connection, or about to be sent: 1 if the law holds
 */
function littlesLaw ({ requestsPerSecond, latencyMs, betweenMs = 0, connections }) {
  return (requestsPerSecond * (latencyMs.mean + betweenMs)) / 1000 / connections
}

module.exports = { Latencies, NONE, littlesLaw, mergedPercentiles }
