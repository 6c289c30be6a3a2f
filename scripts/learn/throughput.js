'use strict'

const { disturbanceOf, drive, findDriver, toWorkload, watchCores } = require('hot-path/testing')
const { withRunning } = require('./running')

/**
 * @typedef {object} Throughput
 * @property {number} requestsPerSecond
 * @property {[number, number]} halves requests per second in the first and the second half
 * @property {any} latencyMs
 * @property {number | null} cpuUs server CPU per request, µs; null if the system does not report it
 * @property {string | null} busy sentence about interference
 */

/**
 * Measures a freshly started server under 100 connections, as chapter 2 does with autocannon.
 *
 * @param {string} name of the subject
 * @param {import('./running').Project & { seconds: number }} options
 * @returns {Promise<Throughput>}
 * @throws {import('hot-path').OperationalError} if the server does not start, or exits
 */
async function throughputOf (name, { seconds, reports, config }) {
  return withRunning(name, { reports, config }, async function (running, subject) {
    const workload = toWorkload(subject, { connections: 100, durationSeconds: seconds })
    const coresUsed = watchCores(running.pid)
    const answers = [0, 0]
    const begunMs = performance.now()
    const onAnswer = (/** @type {number} */ _, /** @type {number} */ __, count = 1) => {
      answers[performance.now() - begunMs < 500 * seconds ? 0 : 1] += count
    }
    const driver = findDriver('built-in', workload)
    const load = await running.whileAlive(drive(driver, running.address, workload, { onAnswer }))
    const { requestsPerSecond, latencyMs } = load
    const used = coresUsed()
    return {
      requestsPerSecond,
      halves: [answers[0] / (seconds / 2), answers[1] / (seconds / 2)],
      latencyMs,
      cpuUs: used && (used.subject / requestsPerSecond) * 1e6,
      busy: disturbanceOf(used, load)?.sentence ?? null
    }
  })
}

module.exports = { throughputOf }
