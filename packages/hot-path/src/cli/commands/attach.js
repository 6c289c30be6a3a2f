'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { alternatives, rounded, wholePercent, wrap } = require('../../util/format')
const { attach } = require('../../process/attach')
const { BlockedProcess } = require('../../process/main-thread')
const { watchStalls } = require('../../process/stalls')
const { inspectAttached } = require('../../instruments/run')
const { formatPlaces, inColumns, withShortPaths } = require('../../source/location-text')
const { shorten } = require('../../source/source')
const { printable, printableIn } = require('../../util/printable')
const { sourceMapText } = require('../../source/source-maps')
const instruments = require('../../instruments')
const { showPage, tell } = require('../terminal')
const { verdictOf } = require('./inspect')
const { printRecord } = require('../../report/record')

const LOOKS = Object.values(instruments).filter((instrument) => instrument.attach)
const STALLS = 'stalls'
const NAMES = [...LOOKS.map(({ name }) => name), STALLS]
const WIDTH = 80

/** @type {import('../command').Command} */
module.exports = {
  name: 'attach',
  usage: '<pid> [instrument]',
  summary: `Inspect a running process with ${alternatives(NAMES)}`,
  options: ['duration', 'longer-than', 'no-open', 'json'],
  positionals: [1, 2],
  async run ([target, name = NAMES[0]], values) {
    if (name === STALLS) return reportStalls(target, values)
    const instrument = LOOKS.find((one) => one.name === name)
    if (!instrument) throw new OperationalError(`${JSON.stringify(name)} is not an instrument of attach. Use ${alternatives(NAMES)}.`)
    try {
      return await inspectWith(instrument, target, values)
    } catch (err) {
      if (!(err instanceof BlockedProcess)) throw err
      printBlocked(err, values)
      return 0
    }
  }
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string} target
 * @param {Record<string, any>} values
 */
async function inspectWith (instrument, target, values) {
  const running = await attach(target)
  tell(`${instrument.title} on ${running.name}, for ${values.duration} s.`)
  const record = await lookInto(running, instrument, values)
  const { passed, ...finding } = record
  if (values.json) printRecord('attach', { instrument: instrument.name, ...record })
  else {
    const notes = [...sourceMapText(record.sourceMaps ?? []), passedText(passed)]
    console.log([...instrument.format(finding, null), '', ...notes.flatMap((line) => wrap(line, WIDTH))].join('\n'))
  }
  await showPage(record.report, values, verdictOf(instrument, finding, null))
  return 0
}

/**
 * @param {string} target
 * @param {Record<string, any>} values
 */
async function reportStalls (target, { duration, 'longer-than': longerThanMs, json }) {
  /** @type {import('../../types/records').Stall[]} */
  const stalls = []
  let watched = { pid: 0, file: '' }
  await watchStalls(target, {
    longerThanMs,
    durationSeconds: duration,
    onStart (process, name) {
      watched = process
      tell(`Stalls of ${name} that take ${longerThanMs} ms or longer, for ${duration} s.`)
    },
    onStall (stall) {
      const shown = { ...printableIn(stall), places: withShortPaths(stall.places) }
      stalls.push(shown)
      if (!json) console.log([...stallLines(shown), ''].map(printable).join('\n'))
    }
  })
  if (json) {
    printRecord('attach', { instrument: STALLS, ...watched, date: new Date().toISOString(), seconds: duration, longerThanMs, stalls })
  } else console.log(wrap(stallsText(stalls, { duration, longerThanMs }), WIDTH).join('\n'))
  return 0
}

/** @param {import('../../types/records').Stall} stall */
function stallLines ({ atSeconds, seconds, cause, places, stack }) {
  return [`After ${atSeconds.toFixed(1)} s: ${rounded(1000 * seconds)} ms, ${cause}`, ...formatPlaces(places, 1), ...stackLines(stack)]
}

/**
 * @param {import('../../types/records').Stall[]} stalls
 * @param {{ duration: number, longerThanMs: number }} options
 */
function stallsText (stalls, { duration, longerThanMs }) {
  if (stalls.length === 0) return `No stall of ${longerThanMs} ms or longer in ${duration} s. The process was restored.`
  const longest = Math.max(...stalls.map(({ seconds }) => seconds))
  const count = stalls.length === 1 ? '1 stall' : `${stalls.length} stalls`
  return `${count} of ${longerThanMs} ms or longer in ${duration} s. The longest took ${rounded(1000 * longest)} ms. The process was restored.`
}

const FRAME_COLUMN = 'stack'
const MOST_FRAMES = 8

/** @param {import('../../types/source').CallFrame[]} stack */
function stackLines (stack) {
  const frames = stack.slice(0, MOST_FRAMES).map(({ function: name, file, line }) => `${name} ${shorten(file)}:${line}`)
  return frames.flatMap((frame, i) => inColumns(i === 0 ? FRAME_COLUMN : '', frame))
}

/**
 * @param {BlockedProcess} process
 * @param {Record<string, any>} values
 */
function printBlocked ({ pid, file, message, blocked, isRestored }, { json }) {
  const places = withShortPaths(blocked.places)
  if (json) {
    printRecord('attach', { pid, file, date: new Date().toISOString(), blocked: { ...printableIn(blocked), places } })
    return
  }
  const lines = [
    ...wrap(message, WIDTH),
    '',
    ...formatPlaces(places),
    ...stackLines(blocked.stack),
    ...blocked.commands.flatMap((command) => inColumns('runs', command)),
    ...(isRestored ? ['', 'The process was not changed.'] : [])
  ]
  console.log(lines.map(printable).join('\n'))
}

/**
 * @param {import('../../process/attached-subject').AttachedSubject} running
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
