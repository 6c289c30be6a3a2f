'use strict'

const fs = require('fs')
const path = require('path')
const { pipeline } = require('stream')
const { promisify } = require('util')
const { optionalPackage } = require('../util/optional-package')
const { WITHOUT_TERMINAL, environmentOf, onPort, serverCommand } = require('./equivalent-command')

/** @typedef {import('../types/verdict').Diagnosis} Diagnosis */
/** @typedef {import('../types/verdict').Disturbance} Disturbance */

const NAME = 'doctor'
const ANALYSIS = 'analysis.json'

/** @type {import('./instrument').Recorder} */
async function record (nodeArguments, directory, { workload }) {
  const ClinicDoctor = optionalPackage('@clinic/doctor') // heavy, so only the recorder process loads it
  const doctor = new ClinicDoctor({ dest: directory, name: NAME, collectDelay: warmupMs(workload) })
  withoutLoopUtilization(doctor)
  const data = await promisify(doctor.collect.bind(doctor))([
    process.execPath,
    // The server may change its working directory, but its trace must stay in the run directory.
    `--trace-event-file-pattern=${path.join(directory, 'node_trace.$' + '{rotation}.log')}`,
    ...nodeArguments
  ])
  fs.writeFileSync(path.join(directory, ANALYSIS), JSON.stringify(await analyse(data)))
}

/** @param {string} directory where `record` wrote its data */
async function draw (directory) {
  const ClinicDoctor = optionalPackage('@clinic/doctor')
  const doctor = new ClinicDoctor({ dest: directory, name: NAME })
  withoutLoopUtilization(doctor)
  const data = path.join(directory, `${NAME}.clinic-doctor`)
  await promisify(doctor.visualize.bind(doctor))(data, path.join(directory, 'report.html'))
}

/**
 * Returns how long Doctor does not record: the first two seconds of the load, or less (at least a fifth) of a load
 * shorter than five seconds, because three must remain. A cold server pauses for more than the 100 ms that Doctor
 * allows. A blocked server accepts one connection per turn of the event loop
 * (https://github.com/libuv/libuv/pull/3696). Doctor takes the rising number of handles for a second problem, and
 * reports `unknown`. Later the rise is slow enough. See docs/profiling.md.
 *
 * @param {import('../types/pipeline').Workload} workload
 */
function warmupMs ({ durationSeconds }) {
  return 1000 * Math.min(2, Math.max(durationSeconds / 5, durationSeconds - 3))
}

/**
 * Doctor reads event-loop utilisation *since the process started*, and calls a median of 95 % a problem. Any server is
 * busy under load, so this only shows how short the idle start was: the same healthy server is `none` after half a
 * second of idling and `event-loop` after a tenth. This metric is therefore left out, as Doctor itself does on Node
 * versions without support for it. Delay, CPU, memory and handles decide.
 *
 * @param {any} doctor
 */
function withoutLoopUtilization (doctor) {
  doctor.collectLoopUtilization = false
}

/**
 * @param {string} directory where `record` wrote its data
 * @param {unknown} _
 * @param {import('./instrument').Circumstances} circumstances
 * @returns {Promise<Diagnosis>}
 */
async function read (directory, _, { disturbance }) {
  return toDiagnosis(JSON.parse(fs.readFileSync(path.join(directory, ANALYSIS), 'utf8')), disturbance)
}

/**
 * Runs Doctor's own analysis on a folder of data that Doctor collected.
 *
 * @param {string} folder
 * @returns {Promise<any>} `{ issues, issueCategory }`
 */
async function analyse (folder) {
  const Analysis = optionalPackage('@clinic/doctor/analysis')
  const systemInfo = decode(folder, 'systeminfo', 'system-info')
  const traceEvent = decode(folder, 'traceevent', 'trace-event', systemInfo)
  const processStat = decode(folder, 'processstat', 'process-stat')
  const [result] = await new Analysis(systemInfo, traceEvent, processStat).toArray()
  return result
}

/**
 * @param {string} folder
 * @param {string} part Doctor's name of the file
 * @param {string} decoder Doctor's name of the reader
 * @param {...any} rest arguments of the reader
 */
function decode (folder, part, decoder, ...rest) {
  const Decoder = optionalPackage(`@clinic/doctor/format/${decoder}-decoder`)
  return pipeline(
    fs.createReadStream(path.join(folder, `${NAME}.clinic-doctor-${part}`)),
    new Decoder(...rest),
    () => {}
  )
}

/**
 * @param {{ issueCategory: string, issues: any }} analysis
 * @param {Disturbance | null} [disturbance] interference that may explain the result
 * @returns {Diagnosis}
 */
function toDiagnosis ({ issueCategory, issues }, disturbance = null) {
  if (typeof issueCategory !== 'string' || !Object.hasOwn(MEANINGS, issueCategory)) {
    throw new RangeError('it contains no diagnosis')
  }
  const diagnosis = {
    issue: /** @type {Diagnosis['issue']} */ (issueCategory),
    issues: {
      eventLoopDelay: issues.delay,
      cpu: issues.cpu,
      memory: worst(Object.values(issues.memory)),
      activeHandles: issues.handles
    }
  }
  return { ...diagnosis, explainedBy: explainedBy(diagnosis, disturbance) }
}

// Doctor reports `io` for a process that takes less CPU than one core, `event-loop` for one with late timers, and
// `unknown` for one with several signs. CPU contention causes the first two; a slow load generator causes the first.
// Neither affects memory, on which `gc` is based.
const EXPLAINABLE = ['io', 'event-loop', 'unknown']
/** @type {Record<Disturbance['name'], string[]>} metrics that Doctor flags for any server under this interference */
const EXPLAINS = { neighbours: ['cpu', 'eventLoopDelay'], 'generator-bound': ['cpu'] }

/**
 * @param {Pick<Diagnosis, 'issue' | 'issues'>} diagnosis
 * @param {Disturbance | null} disturbance
 * @returns {Diagnosis['explainedBy']}
 */
function explainedBy ({ issue, issues }, disturbance) {
  if (!disturbance || !EXPLAINABLE.includes(issue)) return null
  return EXPLAINS[disturbance.name].some((metric) => issues[metric] === 'performance') ? disturbance.name : null
}

/** @param {string[]} issues */
function worst (issues) {
  return ['data', 'performance'].find((issue) => issues.includes(issue)) ?? 'none'
}

/** @type {Record<Diagnosis['issue'], string>} */
const MEANINGS = {
  'event-loop': 'JavaScript holds the event loop for too long at a time.',
  gc: 'Collecting garbage stops the program for too long.',
  io: 'The process waits, for example for I/O, instead of using the CPU.',
  none: 'No issue found.',
  data: 'Not enough data for a diagnosis: run the load for at least 10 s.',
  unknown: 'There is a problem, but the metrics do not fit one known cause.'
}

/** @type {import('./instrument').Instrument['format']} */
function format ({ issue, issues, explainedBy, disturbance }) {
  const flagged = Object.entries(issues)
    .filter(([, found]) => found !== 'none')
    .map(([metric]) => spaced(metric))
  return [
    ...(explainedBy
      ? [
          `Clinic Doctor says: ${issue}, but ${disturbance.clause}.`,
          `That alone can cause this result for any server, so it is not a verdict. ${disturbance.remedy}`
        ]
      : [`Clinic Doctor says: ${issue}`, MEANINGS[/** @type {Diagnosis['issue']} */ (issue)]]),
    `Flagged: ${flagged.join(', ') || 'nothing'}`
  ]
}

/** @param {string} camelCase */
function spaced (camelCase) {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** @type {import('./instrument').Instrument['command']} */
function command (subject, workload) {
  return `${environmentOf(subject)}${WITHOUT_TERMINAL} npx clinic@13 doctor --on-port=${onPort(workload)} -- node ${serverCommand(subject)}`
}

module.exports = {
  name: NAME,
  title: 'Clinic Doctor',
  needs: '@clinic/doctor',
  // Node replaces these in --trace-event-file-pattern, and they cannot be escaped.
  cannotWorkIn: /\$\{(rotation|pid)\}/,
  summary: 'Diagnose with Clinic Doctor',
  stopWord: 'beforeExit', // on this event, Doctor's sampler writes its last samples, and exits
  command,
  file: __filename,
  record,
  draw,
  read,
  format,
  next: () => 'To find the source line: `npx hot-path checkup <server>`.',
  analyse,
  toDiagnosis
}
