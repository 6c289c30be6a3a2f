'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { alternatives, rounded, wholePercent } = require('../../util/format')
const { attach } = require('../../process/attach')
const { inspectAttached } = require('../../instruments/run')
const { sourceMapText } = require('../../source/source-maps')
const instruments = require('../../instruments')
const { showPage } = require('../terminal')
const { printRecord } = require('../../report/record')

const LOOKS = Object.values(instruments).filter((instrument) => instrument.attach)
const NAMES = LOOKS.map(({ name }) => name)

/** @type {import('../command').Command} */
module.exports = {
  name: 'attach',
  usage: '<pid> [look]',
  summary: `Inspect a running process: ${NAMES.join(', ')}`,
  options: ['duration', 'no-open', 'json'],
  positionals: [1, 2],
  async run ([target, name = NAMES[0]], values) {
    const instrument = LOOKS.find((one) => one.name === name)
    if (!instrument) throw new OperationalError(`attach looks with ${alternatives(NAMES)}, not with ${JSON.stringify(name)}.`)
    const running = await attach(target)
    console.error(`${instrument.title} on process ${running.pid}, ${running.subject.file}, for ${values.duration} s.`)
    const record = await lookInto(running, instrument, values)
    const { passed, ...finding } = record
    if (values.json) printRecord('attach', { instrument: name, ...record })
    else console.log([...instrument.format(finding, null), '', ...sourceMapText(record.sourceMaps ?? []), passedText(passed)].join('\n'))
    await showPage(record.report, values)
    return 0
  }
}

/**
 * @param {import('../../process/attach').AttachedSubject} running
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {Record<string, any>} values
 * @returns {Promise<any>} the record; the process is restored in any case
 */
async function lookInto (running, instrument, { duration }) {
  try {
    return await inspectAttached(instrument, running, { durationSeconds: duration, reports: path.resolve('reports') })
  } finally {
    await running.detach()
  }
}

/** @param {import('../../types/pipeline').PassedTraffic} passed */
function passedText ({ seconds, requests, requestsPerSecond, loopUtilization, cpuShare }) {
  return (
    `Meanwhile: ${rounded(requests)} requests in ${seconds.toFixed(1)} s, ${rounded(requestsPerSecond)} req/s; ` +
    `event loop ${wholePercent(loopUtilization)} busy, ${cpuShare.toFixed(2)} cores. The process is as it was.`
  )
}
