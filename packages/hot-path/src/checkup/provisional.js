'use strict'

// What a part of the main load shows already. Pure.

const { full } = require('./conditions')
const { findingsOf } = require('./findings')
const { toWindow } = require('./window')

/**
 * @param {import('../types/checkup').Examination} examination with a part of the main load, and nothing else
 * @returns {string | null} a sentence with the first finding so far; null if there are too few responses for one.
 *   Growth of memory, listeners and descriptors shows only later
 */
function provisionalText (examination) {
  const window = toWindow({ ...examination, load: loadSoFar(examination) })
  const [{ name, sentence }] = findingsOf(window)
  if (name === 'not-enough-data') return null
  const nothing = full(window) ? 'the main thread is saturated. By what, a profile will show.' : 'no problem found yet.'
  const found = name === 'healthy' ? nothing : `${name}. ${sentence}`
  return `Provisional, after ${secondsOf(examination).toFixed(1)} s of load: ${found}`
}

/** @param {import('../types/checkup').Examination} examination */
function secondsOf ({ readings }) {
  return (readings[readings.length - 1].atMs - readings[0].atMs) / 1000
}

/**
 * @param {import('../types/checkup').Examination} examination
 * @returns {import('../types/pipeline').Load} without percentiles, which are known at the end: the mean stands for the
 *   median
 */
function loadSoFar (examination) {
  const { outside, connections, readings } = examination
  const seconds = secondsOf(examination)
  const sum = (/** @type {(quarter: import('../types/pipeline').Outside) => number} */ value) =>
    outside.reduce((total, quarter) => total + value(quarter), 0)
  const requests = sum(({ answers }) => answers)
  const mean = sum(({ answers, latencyMeanMs }) => answers * latencyMeanMs) / requests
  const generatorUs = readings[readings.length - 1].generatorCpuUs - readings[0].generatorCpuUs
  return {
    driver: 'built-in',
    connections,
    seconds,
    requests,
    requestsPerSecond: requests / seconds,
    bytesPerSecond: NaN,
    latencyMs: { mean, p50: mean, p90: NaN, p99: NaN, max: NaN },
    non2xx: sum(({ refused }) => refused),
    expected: 0,
    errors: 0,
    timeouts: 0,
    generatorCpuShare: generatorUs / 1e6 / seconds,
    generatorUtilization: generatorUs / 1e6 / seconds
  }
}

module.exports = { provisionalText }
