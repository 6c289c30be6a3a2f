'use strict'

// A look into a program that nobody puts a load on: `--no-load`.

const path = require('path')
const { OperationalError } = require('../base/operational-error')
const { rounded, wholePercent } = require('../base/numbers')
const { inspectWithoutLoad } = require('../profile/inspect-without-load')
const { writePprof } = require('../profile/raw')
const { wrap } = require('../report/wrap')
const { formatOthers, mapNotes } = require('./examine')
const { showPage } = require('./open')
const { OF_LOAD } = require('./option-list')
const { printRecord } = require('./record')
const { toSubject } = require('./subjects')

const WIDTH = 80

/**
 * Looks into a program, and prints what was found.
 *
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {string | undefined} name of the subject
 * @param {Record<string, any>} values the options
 * @returns {Promise<number>} exit status
 */
async function examineWithoutLoad (instrument, name, values) {
  assertNoLoad(instrument, name, values)
  const subject = toSubject(String(name), values)
  const { command } = /** @type {import('../profile/instruments').WithoutLoad} */ (instrument.withoutLoad)
  console.error(
    `${instrument.title} on ${subject.id}, ${subject.title}, without load. By hand:\n\n  ${command(subject)}\n\n` +
      `... running until it ends, or for ${values.duration} s`
  )
  const record = await inspectWithoutLoad(instrument, subject, {
    durationSeconds: values.duration,
    reports: path.resolve('reports'),
    places: !values['no-places']
  })
  if (values.format) writePprof(instrument, record)
  if (values.json) printRecord(instrument.name, record)
  else console.log(format(instrument, record))
  await showPage(record.report, values)
  return record.findings?.[0].name === 'not-enough-data' ? 3 : 0
}

/**
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {string | undefined} name
 * @param {Record<string, any>} values
 * @throws {OperationalError}
 */
function assertNoLoad (instrument, name, { given, from = [] }) {
  if (from.length > 0) throw new OperationalError('--no-load is for a program that is run, and --from is read. Give one of them.')
  if (name === undefined) throw new OperationalError(`${instrument.name} needs to know what to run. See: npx hot-path ${instrument.name} --help`)
  const [ofLoad] = OF_LOAD.filter((option) => given.includes(option))
  if (ofLoad) throw new OperationalError(`--${ofLoad} is for a load, and --no-load puts on none. Leave one of them out.`)
}

/**
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {any} record
 * @returns {string} what a terminal shows
 */
function format (instrument, record) {
  const { end, passed, ...finding } = record
  return [
    ...formatOthers(finding),
    ...instrument.format(finding, null),
    '',
    ...mapNotes(finding),
    ...wrap(endText(end, passed), WIDTH),
    ...(end.words ? [end.words] : [])
  ].join('\n')
}

/**
 * @param {import('../process/program').ProgramEnd} end
 * @param {import('../records').PassedTraffic} passed
 */
function endText ({ byItself, status }, { seconds, requests, requestsPerSecond, loopUtilization, cpuShare }) {
  const how = byItself
    ? `It ended by itself after ${rounded(seconds)} s, with status ${status}`
    : `It ran for ${rounded(seconds)} s, and was ended then`
  const answered = requests > 0 ? `, ${rounded(requests)} requests answered (${rounded(requestsPerSecond)} req/s)` : ''
  return `${how}: main thread ${wholePercent(loopUtilization)} busy, ${cpuShare.toFixed(2)} cores${answered}.`
}

module.exports = { examineWithoutLoad }
