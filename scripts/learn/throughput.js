'use strict'

const { disturbanceOf, drive, findDriver, toWorkload, watchCores } = require('hot-path/testing')
const { withRunning } = require('./running')

/**
 * @typedef {object} Throughput
 * @property {number} requestsPerSecond
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
    const load = await running.whileAlive(drive(findDriver('built-in', workload), running.address, workload, {}))
    const { requestsPerSecond, latencyMs } = load
    const used = coresUsed()
    return {
      requestsPerSecond,
      latencyMs,
      cpuUs: used && (used.subject / requestsPerSecond) * 1e6,
      busy: disturbanceOf(used, load)?.sentence ?? null
    }
  })
}

module.exports = { throughputOf }
