'use strict'

const { follow, seriesOf } = require('./follow')
const { drive, findDriver } = require('../load/drivers')
const { OperationalError } = require('../util/errors')
const { start } = require('../process/subject')
const { toWorkload } = require('../load/workload')

/**
 * Follows a subject through one load, in a fresh process.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ connections: number, durationSeconds: number }} asked
 * @param {string} directory for what the subject prints
 * @returns {Promise<import('../types/comparison').Timeline>} also where the subject ends early: that is to be seen,
 *   too
 * @throws {OperationalError} when it does not start
 */
async function timeline (subject, asked, directory) {
  const workload = toWorkload(subject, asked)
  const driver = findDriver('autocannon', workload) // the only one that tells of each answer
  const running = await start(subject, { directory, processMetrics: true })
  /** @type {import('./follow').Seen} */
  const seen = { load: null, readings: [], outside: [] }
  let ended = null
  try {
    await follow(running, seen, (listeners) => drive(driver, running.address, workload, listeners))
    await running.stop().catch(() => {}) // it has told all it had to; how it ends changes nothing
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    ended = err.message
  } finally {
    await running.kill()
  }
  return { subject: subject.id, series: seriesOf(seen), ended }
}

module.exports = { timeline }
