'use strict'

const path = require('path')
const { inspect } = require('../harness/inspect')
const { toWorkload } = require('../harness/workload')
const { openReport } = require('./open')
const { progress } = require('./progress')
const { printRecord } = require('./record')
const { toSubject } = require('./subjects')

/**
 * Runs one instrument on one subject and prints what it found.
 *
 * @param {import('../harness/instruments').Instrument} instrument
 * @param {string} name of the subject
 * @param {Record<string, any>} values the options
 * @param {string} [command] the name in the record, where it is not the instrument's
 */
async function examine (instrument, name, values, command = instrument.name) {
  const subject = toSubject(name, values)
  const workload = toWorkload(subject, { connections: values.connections, durationSeconds: values.duration })
  console.error(`${instrument.title} on ${subject.id}, ${subject.title}. By hand:\n\n  ${instrument.command(subject, workload)}\n`)

  const shown = progress(process.stderr)
  const record = await inspect(instrument, subject, workload, {
    reports: path.resolve('reports'),
    onProgress: shown.update
  }).finally(shown.end)

  if (values.json) return printRecord(command, record)
  console.log(tell(instrument, record))
  if (!values['no-open']) await openReport(record.report)
}

/**
 * @param {import('../harness/instruments').Instrument} instrument
 * @param {import('../harness/inspect').Inspection} record
 */
function tell (instrument, { load, report, ...finding }) {
  const { requests, seconds, requestsPerSecond, latencyMs, non2xx, errors } = load
  return [
    ...instrument.tell(finding),
    '',
    `Load: ${requests} requests in ${seconds.toFixed(1)} s, ${Math.round(requestsPerSecond)} req/s. ` +
      `Latency: ${latencyMs.p50} ms median, ${latencyMs.p99} ms p99.`,
    ...(non2xx || errors ? [`Refused or failed: ${non2xx} answers outside 2xx, ${errors} errors.`] : []),
    `Report: ${path.relative(process.cwd(), report)}`
  ].join('\n')
}

module.exports = { examine }
