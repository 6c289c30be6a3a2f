'use strict'

// V8 profiles: those that hot-path has stored, and those that the user supplies.

const fs = require('fs')
const path = require('path')
const { OperationalError } = require('../util/errors')
const { withRunDirectory } = require('../util/run-directory')
const { toPprof } = require('../source/pprof')
const { SourceMaps } = require('../source/source-maps')
const { publish, readFinding, toFinding } = require('./run')

/** @typedef {import('./instrument').Instrument} Instrument */

const MOST_BYTES = 500_000_000

/**
 * Reads a profile that was made elsewhere or earlier, or compares two. Writes the finding and its page to
 * `<reports>/<name of the file>/<instrument>.json` and `.html`.
 *
 * @param {Instrument} instrument
 * @param {string[]} files one profile; or two, the earlier one first
 * @param {{ reports: string }} options
 * @returns {Promise<any>} the finding
 * @throws {OperationalError} if a file cannot be read or is not such a profile, or if there are more than two
 */
async function readFiles (instrument, files, { reports }) {
  const raw = /** @type {NonNullable<Instrument['raw']>} */ (instrument.raw)
  if (files.length > 2) throw new OperationalError(`--from takes one profile, or two (before and after), not ${files.length}.`)
  const texts = files.map((file) => readProfile(instrument, file))
  const file = files[files.length - 1]
  const id = path.basename(file, `.${raw.ending}`)
  const folder = path.join(reports, id)
  return withRunDirectory(folder, async function (directory) {
    const [after, before] = texts.reverse()
    fs.writeFileSync(path.join(directory, raw.file), after)
    if (before !== undefined) fs.writeFileSync(path.join(directory, raw.before), before)
    const subject = { id, title: '', entry: file, file, path: '/' }
    const record = toFinding({
      from: files,
      ...(await readFinding(instrument, directory, subject)),
      report: path.join(folder, `${instrument.name}.html`)
    })
    publish(instrument, record, { directory, folder })
    return record
  })
}

/**
 * @param {Instrument} instrument
 * @param {string} file
 * @returns {string} the text of the file
 * @throws {OperationalError} if the file cannot be read, is too large, or is not such a profile
 */
function readProfile ({ raw }, file) {
  const { assert, ending } = /** @type {NonNullable<Instrument['raw']>} */ (raw)
  const name = JSON.stringify(file)
  try {
    if (fs.statSync(file).size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES / 1e6} MB`)
    const text = fs.readFileSync(file, 'utf8')
    assert(JSON.parse(text))
    return text
  } catch (err) {
    const [why] = /** @type {Error} */ (err).message.split('\n')
    throw new OperationalError(`${name} cannot be read as a .${ending} file of V8: ${why}.`, { cause: err })
  }
}

/**
 * Converts an instrument's stored profile to pprof, the format of Go's tools.
 *
 * @param {Instrument} instrument
 * @param {{ report: string }} record
 * @returns {string} path of the new file
 */
function writePprof ({ name, raw }, { report }) {
  const { ending, stacks, measured } = /** @type {NonNullable<Instrument['raw']>} */ (raw)
  const folder = path.dirname(report)
  const profile = JSON.parse(fs.readFileSync(path.join(folder, `${name}.${ending}`), 'utf8'))
  const file = path.join(folder, `${name}.pb.gz`)
  fs.writeFileSync(file, toPprof(stacks(new SourceMaps().asWritten(profile)), measured))
  return file
}

module.exports = { readFiles, writePprof }
