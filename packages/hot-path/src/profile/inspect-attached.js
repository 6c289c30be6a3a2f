'use strict'

const path = require('path')
const { withRunDirectory } = require('../base/run-directory')
const { judgeByEntry } = require('../places/frame-kind')
const { publish, readFinding, toFinding } = require('./inspect')

/**
 * Looks inside a process that somebody else has started, while others use it. The finding and its picture are kept at
 * `<reports>/process-<id>/<instrument>.json` and `.html`.
 *
 * @param {import('./instruments').Instrument} instrument
 * @param {import('../process/attach').AttachedSubject} running
 * @param {{ durationSeconds: number, reports: string }} options
 * @returns {Promise<any>} its finding
 * @throws {import('../base/operational-error').OperationalError} when the process ends meanwhile
 */
async function inspectAttached (instrument, running, { durationSeconds, reports }) {
  const { subject } = running
  judgeByEntry(subject)
  const folder = path.join(reports, subject.id)
  return withRunDirectory(folder, async function (directory) {
    const look = /** @type {NonNullable<import('./instruments').Instrument['attach']>} */ (instrument.attach)
    const workload = { path: '/', connections: 0, durationSeconds }
    const passed = await look(running, workload, { directory })
    const record = toFinding({
      subject: subject.id,
      file: subject.file,
      pid: running.pid,
      date: new Date().toISOString(),
      passed,
      ...(await readFinding(instrument, directory, subject)),
      report: path.join(folder, `${instrument.name}.html`)
    })
    publish(instrument, record, { directory, folder })
    return record
  })
}

module.exports = { inspectAttached }
