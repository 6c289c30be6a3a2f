'use strict'

const path = require('path')
const { withRunDirectory } = require('hot-path/base/run-directory')
const { toSubject } = require('hot-path/cli/subjects')
const { disturbanceOf } = require('hot-path/judge/disturbance')
const { drive, findDriver } = require('hot-path/load/drivers')
const { toWorkload } = require('hot-path/load/workload')
const { watchCores } = require('hot-path/measure/core-use')
const { start } = require('hot-path/process/subject')

// Of the learner's copy of a step; what the config names has its own.
const PATH = '/seed/v1'

/**
 * Requests per second of a server that was just started, under 100 connections: as `npm run load` shows it.
 *
 * @param {string} name of the subject
 * @param {{ seconds: number, reports: string, config: import('hot-path/cli/config-file').ResolvedConfig }} options
 * @returns {Promise<{ requestsPerSecond: number, latencyMs: any, busy: string | null }>} `busy`: who disturbed it
 * @throws {import('hot-path/base/operational-error').OperationalError} where it does not start, or ends
 */
async function throughputOf (name, { seconds, reports, config }) {
  const subject = toSubject(name, { config, ...(name.endsWith('.js') && { path: PATH }) })
  const workload = toWorkload(subject, { connections: 100, durationSeconds: seconds })
  return withRunDirectory(path.join(reports, subject.id), async function (directory) {
    const running = await start(subject, { directory })
    try {
      const coresUsed = watchCores(running.pid)
      const load = await running.whileAlive(drive(findDriver('autocannon', workload), running.address, workload, {}))
      const { requestsPerSecond, latencyMs } = load
      return { requestsPerSecond, latencyMs, busy: disturbanceOf(coresUsed(), load)?.sentence ?? null }
    } finally {
      await running.kill()
    }
  })
}

module.exports = { throughputOf }
