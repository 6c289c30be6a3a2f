'use strict'

const { grouped, rounded } = require('../harness/report/numbers')
const { median } = require('../harness/statistics')

/**
 * What a table says of a subject: throughput, median latency, p99 latency, and CPU per request, each the middle of
 * all rounds.
 *
 * @param {import('../harness/records').Sample[]} own the subject's samples
 * @returns {string[]} in this order, with their units
 */
function figuresOf (own) {
  const middle = (/** @type {(sample: import('../harness/records').Sample) => number} */ read) => median(own.map(read))
  return [
    grouped(middle((sample) => sample.requestsPerSecond)),
    `${rounded(middle((sample) => sample.latencyMs.p50))} ms`,
    `${rounded(middle((sample) => sample.latencyMs.p99))} ms`,
    `${rounded(middle((sample) => sample.serverCpuUsPerRequest))} µs`
  ]
}

module.exports = { figuresOf }
