'use strict'

const path = require('path')
const { withRunDirectory } = require('../base/run-directory')
const { othersInside } = require('../judge/several-processes')
const { judgeByEntry } = require('../places/frame-kind')
const { startProgram } = require('../process/program')
const { publish, readFinding, toFinding } = require('./inspect')

/**
 * Looks inside a program that nobody puts a load on, from its start until it ends by itself, or its time is over. The
 * finding and its picture are kept at `<reports>/<subject id>/<instrument>.json` and `.html`.
 *
 * @param {import('./instruments').Instrument} instrument
 * @param {import('../records').Subject} subject
 * @param {{ durationSeconds: number, reports: string, places?: boolean }} options `places`: whether to look for the
 *   lines in the source, where that is a look of its own
 * @returns {Promise<any>} its finding
 * @throws {import('../base/operational-error').OperationalError} when the program leaves nothing of what was seen
 */
async function inspectWithoutLoad (instrument, subject, { durationSeconds, reports, places = true }) {
  judgeByEntry(subject)
  const folder = path.join(reports, subject.id)
  return withRunDirectory(folder, async function (directory) {
    const { probes, watch } = /** @type {NonNullable<import('./instruments').Instrument['withoutLoad']>} */ (
      instrument.withoutLoad
    )
    const program = await startProgram(subject, { directory, probes })
    try {
      const { end, passed, inside } = await watch(program, { directory, durationSeconds, places })
      const record = toFinding({
        subject: subject.id,
        file: subject.file,
        node: program.running.node,
        date: new Date().toISOString(),
        end,
        passed,
        othersInside: othersInside({ file: subject.file, ...inside }),
        ...(await readFinding(instrument, directory, subject)),
        report: path.join(folder, `${instrument.name}.html`)
      })
      publish(instrument, record, { directory, folder })
      return record
    } finally {
      await program.running.kill()
    }
  })
}

module.exports = { inspectWithoutLoad }
