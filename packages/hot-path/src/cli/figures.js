'use strict'

const { grouped, rounded } = require('../base/numbers')
const { typical } = require('../judge/typical')

/** @typedef {import('../records').Sample} Sample */

/**
 * What a table says of a subject: throughput, median latency, p99 latency, and CPU per request.
 *
 * @param {Sample[]} own the subject's samples
 * @param {{ cores: number }} machine
 * @returns {string[]} in this order, with their units
 */
function figuresOf (own, machine) {
  const figure = (/** @type {string} */ metric) => typical(own, metric, machine)
  return [
    grouped(figure('requestsPerSecond')),
    withUnit(figure('latencyMs.p50'), 'ms'),
    withUnit(figure('latencyMs.p99'), 'ms'),
    withUnit(figure('serverCpuUsPerRequest'), 'µs')
  ]
}

/**
 * @param {number} value
 * @param {string} unit
 */
function withUnit (value, unit) {
  return Number.isNaN(value) ? 'not measured' : `${rounded(value)} ${unit}`
}

module.exports = { figuresOf }
