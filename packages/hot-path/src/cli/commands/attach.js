'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { alternatives, rounded, wholePercent, wrap } = require('../../util/format')
const { attach } = require('../../process/attach')
const { inspectAttached } = require('../../instruments/run')
const { sourceMapText } = require('../../source/source-maps')
const instruments = require('../../instruments')
const { showPage, tell } = require('../terminal')
const { verdictOf } = require('./inspect')
const { printRecord } = require('../../report/record')

const LOOKS = Object.values(instruments).filter((instrument) => instrument.attach)
const NAMES = LOOKS.map(({ name }) => name)
const WIDTH = 80

/** @type {import('../command').Command} */
module.exports = {
  name: 'attach',
  usage: '<pid> [instrument]',
  summary: `Inspect a running process with ${alternatives(NAMES)}`,
  options: ['duration', 'no-open', 'json'],
  positionals: [1, 2],
  async run ([target, name = NAMES[0]], values) {
    const instrument = LOOKS.find((one) => one.name === name)
    if (!instrument) throw new OperationalError(`${JSON.stringify(name)} is not an instrument of attach. Use ${alternatives(NAMES)}.`)
    const running = await attach(target)
    tell(`${instrument.title} on process ${running.pid} (${running.subject.file}), for ${values.duration} s.`)
    const record = await lookInto(running, instrument, values)
    const { passed, ...finding } = record
    if (values.json) printRecord('attach', { instrument: name, ...record })
    else {
      const notes = [...sourceMapText(record.sourceMaps ?? []), passedText(passed)]
      console.log([...instrument.format(finding, null), '', ...notes.flatMap((line) => wrap(line, WIDTH))].join('\n'))
    }
    await showPage(record.report, values, verdictOf(instrument, finding, null))
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
    `Observed traffic: ${rounded(requests)} requests in ${seconds.toFixed(1)} s, ${rounded(requestsPerSecond)} req/s. ` +
    `Event loop ${wholePercent(loopUtilization)} busy, CPU ${cpuShare.toFixed(2)} cores. The process was restored.`
  )
}
