'use strict'

const path = require('path')
const { OperationalError } = require('../../util/errors')
const { alternatives, rounded, wholePercent, wrap } = require('../../util/format')
const { attach } = require('../../process/attach')
const { BlockedProcess } = require('../../process/attach/main-thread')
const { watchStalls } = require('../../process/attach/stalls')
const { inspectAttached } = require('../../instruments/run')
const { formatPlaces, inColumns, withShortPaths } = require('../../source/location-text')
const { shorten } = require('../../source/source')
const { printable, printableIn } = require('../../util/printable')
const { sourceMapText } = require('../../source/source-maps')
const instruments = require('../../instruments')
const { STDOUT, assertPrintable, commandLineOf, keep, print, verdictOf } = require('../present')
const { tell } = require('../terminal')

const LOOKS = Object.values(instruments).filter((instrument) => instrument.attach)
const STALLS = 'stalls'
const NAMES = [...LOOKS.map(({ name }) => name), STALLS]
const WIDTH = 80

/** @type {import('../command').Command & { inspectProcess: typeof inspectProcess }} */
module.exports = {
  inspectProcess,
  name: 'attach',
  usage: '<pid> [instrument]',
  summary: `Inspect a running process with ${alternatives(NAMES)}`,
  options: ['duration', 'longer-than', 'markdown', 'no-open', 'json'],
  positionals: [1, 2],
  async run ([target, name = NAMES[0]], values) {
    assertPrintable(values)
    if (name === STALLS) return reportStalls(target, values)
    const instrument = LOOKS.find((one) => one.name === name)
    if (!instrument) throw new OperationalError(`${JSON.stringify(name)} is not an instrument of attach. Use ${alternatives(NAMES)}.`)
    return inspectProcess(instrument, target, values, { words: ['attach', target, name] })
  }
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string} target
 * @param {Record<string, any>} values
 * @param {object} options
 * @param {string[]} options.words of the command line
 * @param {import('../../types/pipeline').AppliedLoad} [options.applied] load to apply
 * @returns {Promise<number>} exit status
 */
async function inspectProcess (instrument, target, values, { words, applied }) {
  try {
    return await inspectWith(instrument, target, values, { words, applied })
  } catch (err) {
    if (!(err instanceof BlockedProcess)) throw err
    await showText(blockedShown(err), words, values)
    return 0
  }
}

/** @type {typeof inspectProcess} */
async function inspectWith (instrument, target, values, { words, applied }) {
  const running = await attach(target)
  tell(`${instrument.title} on ${running.name}, for ${values.duration} s.`)
  const record = await lookInto(running, instrument, values, applied)
  const { passed, ...finding } = record
  const notes = [...sourceMapText(record.sourceMaps ?? []), passedText(passed)].flatMap((line) => wrap(line, WIDTH))
  await showText({
    record: { instrument: instrument.name, ...record },
    lines: [...instrument.format(finding, null), '', ...notes],
    conclusion: verdictOf(instrument, finding, null),
    next: instrument.next?.(finding)
  }, words, values)
  return 0
}

/**
 * @param {string} target
 * @param {Record<string, any>} values
 */
async function reportStalls (target, values) {
  const { duration, 'longer-than': longerThanMs, json, markdown } = values
  const isStreamed = !json && markdown !== STDOUT
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
      if (isStreamed) console.log(stallLines(shown).join('\n'))
    }
  })
  const date = new Date().toISOString()
  const record = { instrument: STALLS, ...watched, date, seconds: duration, longerThanMs, stalls }
  const conclusion = wrap(stallsText(stalls, { duration, longerThanMs }), WIDTH)
  const found = { record, conclusion, lines: [...stalls.flatMap(stallLines), ...conclusion] }
  await showText(found, ['attach', target, STALLS], values, isStreamed ? conclusion : undefined)
  return 0
}

/**
 * @param {Omit<import('../present').Shown, 'command' | 'commandLine'>} found
 * @param {string[]} words of the command line
 * @param {Record<string, any>} values
 * @param {string[]} [rest] lines that have not been printed yet
 */
async function showText (found, words, values, rest = found.lines) {
  const shown = { command: 'attach', ...found, commandLine: commandLineOf(words, values) }
  print({ ...shown, lines: rest }, values)
  await keep(shown, values)
}

/** @param {import('../../types/records').Stall} stall */
function stallLines ({ atSeconds, seconds, cause, places, stack }) {
  const first = `After ${atSeconds.toFixed(1)} s: ${rounded(1000 * seconds)} ms, ${cause}`
  return [first, ...formatPlaces(places, 1), ...stackLines(stack), ''].map(printable)
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
  const frames = stack.slice(0, MOST_FRAMES).map(({ function: name, file, line }) => `${name} ${file ? `${shorten(file)}:${line}` : '(native)'}`)
  return frames.flatMap((frame, i) => inColumns(i === 0 ? FRAME_COLUMN : '', frame))
}

/** @param {BlockedProcess} process */
function blockedShown ({ pid, file, message, blocked, isRestored }) {
  const places = withShortPaths(blocked.places)
  const lines = [
    ...wrap(message, WIDTH),
    '',
    ...formatPlaces(places),
    ...stackLines(blocked.stack),
    ...blocked.commands.flatMap((command) => inColumns('runs', command)),
    ...(isRestored ? ['', 'The process was not changed.'] : [])
  ]
  return {
    record: { pid, file, date: new Date().toISOString(), blocked: { ...printableIn(blocked), places } },
    conclusion: [printable(message)],
    lines: lines.map(printable)
  }
}

/**
 * @param {import('../../process/attach/subject').AttachedSubject} running
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {Record<string, any>} values
 * @param {import('../../types/pipeline').AppliedLoad} [applied] load to apply
 * @returns {Promise<any>} the record; the process is restored in any case
 */
async function lookInto (running, instrument, { duration }, applied) {
  try {
    const options = { durationSeconds: duration, reports: path.resolve('reports'), applied, onNote: tell }
    return await inspectAttached(instrument, running, options)
  } finally {
    await running.detach()
  }
}

/** @param {import('../../types/pipeline').PassedTraffic} passed */
function passedText ({ seconds, requests, requestsPerSecond, loopUtilization, cpuShare }) {
  return (
    `Observed traffic: ${rounded(requests)} requests in ${seconds.toFixed(1)} s, ${rounded(requestsPerSecond)} req/s. ` +
    `Event loop ${wholePercent(loopUtilization)} busy, CPU of the process ${cpuShare.toFixed(2)} cores. The process was restored.`
  )
}
