'use strict'

const path = require('path')
const { rounded } = require('../base/numbers')
const { OperationalError } = require('../base/operational-error')
const { inspect } = require('../profile/inspect')
const { readFiles, writePprof } = require('../profile/raw')
const { toWorkload } = require('../load/workload')
const { sourceMapText } = require('../places/source-maps')
const { wrap } = require('../report/wrap')
const { showPage } = require('./open')
const { progress } = require('./progress')
const { printRecord } = require('./record')
const { toSubject } = require('./subjects')
const { formatPorts } = require('./format-ports')

const WIDTH = 80

/**
 * Runs one instrument on one subject and prints what it found.
 *
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {string} name of the subject
 * @param {Record<string, any>} values the options
 * @returns {Promise<any>} the record
 */
async function examine (instrument, name, values) {
  const print = (/** @type {any} */ record) => console.log(format(instrument, record))
  const record = await look(instrument, name, values, values.json ? {} : { onFinding: print })
  if (values.format) writePprof(instrument, record)
  if (values.json) printRecord(instrument.name, record)
  await showPage(record.report, values)
  return record
}

/**
 * Runs one instrument on one subject. Prints how, and how far it is, on stderr.
 *
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {string} name of the subject
 * @param {Record<string, any>} values the options
 * @param {{ onFinding?: (record: any) => void }} [options] is given the record as soon as it is known: to draw the
 *   report takes seconds
 */
async function look (instrument, name, values, { onFinding = () => {} } = {}) {
  const subject = toSubject(name, values)
  const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
  const { length } = workload.requests ?? [{}]
  console.error(
    `${instrument.title} on ${subject.id}, ${subject.title}. By hand${length > 1 ? `, the first of ${length} requests` : ''}:\n\n  ${instrument.command(subject, workload)}\n`
  )
  const shown = progress(process.stderr)
  return inspect(instrument, subject, workload, {
    reports: path.resolve('reports'),
    places: !values['no-places'],
    onProgress: shown.update,
    onFinding (record) {
      shown.end()
      onFinding(record)
    }
  }).finally(shown.end)
}

/** @param {{ sourceMaps?: import('../places/source-maps').UsedMap[] }} finding */
function mapNotes ({ sourceMaps = [] }) {
  return sourceMapText(sourceMaps).flatMap((line) => wrap(line, WIDTH))
}

/**
 * What beside the server made the result what it is comes first: nothing below it can be read without.
 *
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {import('../profile/inspect').Inspection} record
 * @returns {string} what a terminal shows
 */
function format (instrument, { load, ...finding }) {
  return [
    ...formatDisturbance(finding),
    ...formatOthers(finding),
    ...instrument.format(finding, load),
    '',
    ...mapNotes(finding),
    ...(load ? formatLoad(load) : []),
    ...formatPorts(finding)
  ].join('\n')
}

/**
 * @param {{ disturbance: import('../profile/inspection').Disturbance | null }} record
 * @returns {string[]} lines to stand above the verdict
 */
function formatDisturbance ({ disturbance }) {
  return disturbance ? [...wrap(`${disturbance.sentence} ${disturbance.remedy}`, WIDTH), ''] : []
}

/**
 * @param {any} finding with what is to be said of its child processes and worker threads
 * @returns {string[]} lines to stand above the verdict; none where the verdict says it itself
 */
function formatOthers ({ othersInside, findings: [weightiest] = [], threads }) {
  if (!othersInside || othersInside.name === weightiest?.name || threads) return []
  return [...wrap(`${othersInside.sentence} ${othersInside.remedy}`, WIDTH), '']
}

/** @param {import('../records').Load} load */
function formatLoad ({ requests, connections, seconds, latencyMs, non2xx, errors }) {
  if (requests === 0) {
    return [
      `Load: no answer in ${seconds.toFixed(1)} s, on ${connections} connections${errors ? `, and ${errors} errors` : ''}. Is --path right?`
    ]
  }
  return [
    `Load: ${requests} requests in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} req/s. ` +
      `Latency: ${rounded(latencyMs.p50)} ms median, ${rounded(latencyMs.p99)} ms p99.`,
    ...(non2xx || errors ? [`Refused or failed: ${non2xx} answers outside 2xx, ${errors} errors.`] : [])
  ]
}

/**
 * Reads profiles that were made elsewhere, and prints what they tell.
 *
 * @param {import('../profile/instruments').Instrument} instrument
 * @param {string | undefined} name of a subject, which has no place here
 * @param {Record<string, any>} values the options
 * @returns {Promise<number>} exit status
 */
async function examineFiles (instrument, name, values) {
  if (name !== undefined) throw new OperationalError(`either ${JSON.stringify(name)} is run, or --from is read: not both.`)
  const record = await readFiles(instrument, values.from, { reports: path.resolve('reports') })
  if (values.format) writePprof(instrument, record)
  if (values.json) printRecord(instrument.name, record)
  else console.log([...instrument.format(record, null), '', ...mapNotes(record)].join('\n'))
  await showPage(record.report, values)
  return 0
}

module.exports = { examine, examineFiles, look, format, formatDisturbance, formatOthers, mapNotes }
