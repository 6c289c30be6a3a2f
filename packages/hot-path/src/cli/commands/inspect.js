'use strict'

const path = require('path')
const { toSubject } = require('../../config/subjects')
const { withServerProcess } = require('../../process/npm-start')
const instruments = require('../../instruments')
const { readFiles, writePprof } = require('../../instruments/profile-file')
const { inspect, inspectWithoutLoad } = require('../../instruments/run')
const { generatorOf, toWorkload } = require('../../load/workload')
const { formatPorts } = require('../../report/ports')
const { sourceMapText } = require('../../source/source-maps')
const { OperationalError } = require('../../util/errors')
const { counted, rounded, wholePercent, wrap } = require('../../util/format')
const { OF_LOAD, OF_REQUESTS } = require('../option-list')
const { assertPrintable, commandLineOf, keep, print, verdictOf } = require('../present')
const { fittedCommand, isUnresponsive, progress, tell } = require('../terminal')
const { inspectProcess } = require('./attach')
const { loadOn } = require('./load')

/**
 * @param {string} name instrument name
 * @returns {import('../command').Command}
 */
function commandOf (name) {
  const instrument = instruments[name]
  return {
    name: instrument.name,
    usage: '<subject>',
    summary: instrument.summary,
    options: [
      'connections',
      'duration',
      ...OF_REQUESTS,
      'port',
      ...(instrument.withoutLoad ? ['no-load'] : []),
      ...(instrument.options ?? []),
      'markdown',
      'no-open',
      'json'
    ],
    startsServer: true,
    positionals: [instrument.raw || instrument.options?.includes('attach') ? 0 : 1, 1],
    async run ([subject], values) {
      assertPrintable(values)
      if (values.attach !== undefined) return examineUnderLoad(instrument, subject, values)
      if (values.url !== undefined) throw new OperationalError('--url needs --attach, the process id of the server.')
      if (values['no-load']) return examineWithoutLoad(instrument, subject, values)
      if (values.from?.length > 0) return examineFiles(instrument, subject, values)
      if (subject === undefined) throw new OperationalError(`${instrument.name} needs a server, or --from=FILE. See: npx hot-path ${instrument.name} --help`)
      const { load, othersInside, threads, findings: [weightiest] = [] } = await examine(instrument, subject, values)
      const isPart = isUnjudged(othersInside) && !threads
      return isUnresponsive([load]) || weightiest?.name === 'not-enough-data' || isPart ? 3 : 0
    }
  }
}

/**
 * @param {import('../../types/pipeline').OthersInside | null} others
 * @returns {boolean} whether the instrument saw only one of several server processes, so that its figures are invalid
 */
function isUnjudged (others) {
  return others?.name === 'several-processes' && others.spoils.length > 0
}

const WIDTH = 80
// Options that have no meaning for a server that runs already.
const OF_START = ['host', 'no-load', 'no-places', 'path', 'port']

/**
 * Runs an instrument on a server and prints the finding.
 *
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string} name subject name
 * @param {Record<string, any>} values the options
 * @returns {Promise<any>} the record
 */
async function examine (instrument, name, values) {
  const shownOf = (/** @type {any} */ record) =>
    shown(instrument, record, values, { words: [name], lines: format(instrument, record), load: record.load })
  const printed = (/** @type {any} */ record) => print(shownOf(record), values)
  const record = await look(instrument, name, values, values.json ? {} : { onFinding: printed })
  if (values.format) writePprof(instrument, record)
  if (values.json) printed(record)
  await keep(shownOf(record), values)
  return record
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {any} record
 * @param {Record<string, any>} values the options
 * @param {{ words?: string[], lines: string[], load?: import('../../types/pipeline').Load | null }} text `words`:
 *   positional arguments; `lines`: for a terminal
 * @returns {import('../present').Shown}
 */
function shown (instrument, record, values, { words = [], lines, load = null }) {
  return {
    command: instrument.name,
    record,
    lines,
    conclusion: verdictOf(instrument, record, load),
    commandLine: commandLineOf([instrument.name, ...words], values),
    next: instrument.next?.(record)
  }
}

/**
 * Runs an instrument on a server. Prints the equivalent command and the progress on stderr.
 *
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string} name subject name
 * @param {Record<string, any>} values the options
 * @param {{ onFinding?: (record: any) => void }} [options] `onFinding`: receives the record before the report is drawn,
 *   which takes seconds
 */
async function look (instrument, name, values, { onFinding = () => {} } = {}) {
  const subject = await withServerProcess(toSubject(name, values), tell)
  const asked = { connections: values.connections, durationSeconds: values.duration }
  const workload = { ...toWorkload(subject, asked), ...generatorOf(values) }
  const { length } = workload.requests ?? [{}]
  const first = length > 1 ? ` (for the first of ${length} requests)` : ''
  const command = fittedCommand(`  ${instrument.command(subject, workload)}`, process.stderr)
  tell(`${instrument.title} on ${subject.id}, ${subject.title}.\nEquivalent commands${first}:\n\n${command}\n`)
  if (values.host) tell(`${openText(values.host)}\n`)
  const shown = progress(process.stderr)
  return inspect(instrument, subject, workload, {
    reports: path.resolve('reports'),
    places: !values['no-places'],
    onProgress: shown.update,
    onNote: shown.note,
    onFinding (record) {
      shown.end()
      onFinding(record)
    }
  }).finally(shown.end)
}

/** @param {string} host */
function openText (host) {
  return `ATTENTION: the server listens on ${host}. Everybody who can reach this address can use it.`
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string | undefined} name subject name; must be undefined
 * @param {Record<string, any>} values the options, with `attach`
 * @returns {Promise<number>} exit status
 */
async function examineUnderLoad (instrument, name, values) {
  if (name !== undefined) throw new OperationalError(`--attach inspects a process that already runs. Leave out either ${JSON.stringify(name)} or --attach.`)
  const [useless] = OF_START.filter((option) => values.given.includes(option))
  if (useless) throw new OperationalError(`--attach starts no server, so --${useless} has no effect. Leave one of them out.`)
  if (values.url === undefined) throw new OperationalError('--attach needs --url, the URL to request. To observe existing traffic: npx hot-path attach <pid>')
  const applied = await loadOn(values.url, values)
  return inspectProcess(instrument, values.attach, values, { words: [instrument.name], applied })
}

/** @param {{ sourceMaps?: import('../../types/source').UsedMap[] }} finding */
function mapNotes ({ sourceMaps = [] }) {
  return sourceMapText(sourceMaps).flatMap((line) => wrap(line, WIDTH))
}

/**
 * Formats a record. Interference comes first, because it affects how all other lines must be read.
 *
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {import('../../instruments/run').Inspection} record
 * @returns {string[]} lines for a terminal
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
  ]
}

/**
 * @param {{ disturbance: import('../../types/verdict').Disturbance | null }} record
 * @returns {string[]} lines to print above the verdict
 */
function formatDisturbance ({ disturbance }) {
  return disturbance ? [...wrap(`${disturbance.sentence} ${disturbance.remedy}`, WIDTH), ''] : []
}

/**
 * @param {any} finding with a notice about child processes and worker threads
 * @returns {string[]} lines to print above the verdict; empty if the finding covers the other processes and threads
 */
function formatOthers ({ othersInside, findings: [weightiest] = [], threads }) {
  if (!othersInside || othersInside.name === weightiest?.name || threads) return []
  return [...wrap(`${othersInside.sentence} ${othersInside.remedy}`, WIDTH), '']
}

/** @param {import('../../types/pipeline').Load} load */
function formatLoad ({ requests, connections, seconds, latencyMs, non2xx, errors }) {
  if (requests === 0) {
    const errorText = errors ? ` and ${counted(errors, 'error')}` : ''
    return wrap(
      `Load: no responses${errorText} in ${seconds.toFixed(1)} s, on ${counted(connections, 'connection')}. Check --path.`,
      WIDTH
    )
  }
  return [
    `Load: ${requests} requests in ${seconds.toFixed(1)} s, ${Math.round(requests / seconds)} req/s`,
    `Latency: ${rounded(latencyMs.p50)} ms median, ${rounded(latencyMs.p99)} ms p99`,
    ...(non2xx || errors ? [`Failed: ${non2xx} responses outside 2xx, ${counted(errors, 'error')}`] : [])
  ]
}

/**
 * Reads existing profiles and prints the finding.
 *
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string | undefined} name subject name; must be undefined
 * @param {Record<string, any>} values the options
 * @returns {Promise<number>} exit status
 */
async function examineFiles (instrument, name, values) {
  if (name !== undefined) throw new OperationalError(`--from reads a file and starts no server. Leave out either ${JSON.stringify(name)} or --from.`)
  const record = await readFiles(instrument, values.from, { reports: path.resolve('reports') })
  if (values.format) writePprof(instrument, record)
  const found = shown(instrument, record, values, { lines: [...instrument.format(record, null), '', ...mapNotes(record)] })
  print(found, values)
  await keep(found, values)
  return 0
}

// Inspection of a program without load: `--no-load`.

/**
 * Inspects a program and prints the finding.
 *
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string | undefined} name subject name
 * @param {Record<string, any>} values the options
 * @returns {Promise<number>} exit status
 */
async function examineWithoutLoad (instrument, name, values) {
  assertNoLoad(instrument, name, values)
  const subject = toSubject(String(name), values)
  const { command } = /** @type {import('../../instruments/instrument').WithoutLoad} */ (instrument.withoutLoad)
  tell(
    `${instrument.title} on ${subject.id}, ${subject.title}, without load.\nEquivalent command:\n\n${fittedCommand(`  ${command(subject)}`, process.stderr)}\n\n` +
      `... running until the program ends, or for ${values.duration} s`
  )
  const record = await inspectWithoutLoad(instrument, subject, {
    durationSeconds: values.duration,
    reports: path.resolve('reports'),
    places: !values['no-places']
  })
  if (values.format) writePprof(instrument, record)
  const found = shown(instrument, record, values, { words: [String(name)], lines: programText(instrument, record) })
  print(found, values)
  await keep(found, values)
  return record.findings?.[0].name === 'not-enough-data' ? 3 : 0
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {string | undefined} name
 * @param {Record<string, any>} values
 * @throws {OperationalError} if the options contradict `--no-load`, or if no program is given
 */
function assertNoLoad (instrument, name, { given, from = [] }) {
  if (from.length > 0) throw new OperationalError('--no-load runs a program, and --from reads a file. Give one of them.')
  if (name === undefined) throw new OperationalError(`${instrument.name} needs a program to run. See: npx hot-path ${instrument.name} --help`)
  const [ofLoad] = OF_LOAD.filter((option) => given.includes(option))
  if (ofLoad) throw new OperationalError(`--${ofLoad} is an option of the load, and --no-load applies none. Leave one of them out.`)
}

/**
 * @param {import('../../instruments/instrument').Instrument} instrument
 * @param {any} record
 * @returns {string[]} lines for a terminal
 */
function programText (instrument, record) {
  const { end, passed, ...finding } = record
  return [
    ...formatOthers(finding),
    ...instrument.format(finding, null),
    '',
    ...mapNotes(finding),
    ...wrap(endText(end, passed), WIDTH),
    ...(end.words ? end.words.split('\n') : [])
  ]
}

/**
 * @param {import('../../types/records').ProgramEnd} end
 * @param {import('../../types/pipeline').PassedTraffic} passed
 */
function endText ({ byItself, status }, { seconds, requests, requestsPerSecond, loopUtilization, cpuShare }) {
  const how = byItself
    ? `The program ended after ${rounded(seconds)} s, with exit status ${status}`
    : `hot-path stopped the program after ${rounded(seconds)} s`
  const answered = requests > 0 ? `, ${rounded(requests)} requests answered (${rounded(requestsPerSecond)} req/s)` : ''
  return `${how}. Main thread ${wholePercent(loopUtilization)} busy, CPU ${cpuShare.toFixed(2)} cores${answered}.`
}

module.exports = { commandOf, examine, format, look }
