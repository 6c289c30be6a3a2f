'use strict'

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { text } = require('stream/consumers')
const { PROBES } = require('../agent')
const { drive, findDriver } = require('../load/drivers')
const { withoutSecrets } = require('../load/requests')
const { watchCores } = require('../measurement/core-use')
const { originOf } = require('../process/exchange')
const children = require('../process/children')
const { watchInside } = require('../process/process-tree')
const { startProgram } = require('../process/program')
const { start } = require('../process/subject')
const { SourceMaps } = require('../source/source-maps')
const { OperationalError, toOperationalError, unlessOperational } = require('../util/errors')
const { judgeByEntry } = require('../util/frame-kind')
const { isPresent } = require('../util/optional-package')
const { printableIn } = require('../util/printable')
const { withRunDirectory } = require('../util/run-directory')
const { disturbanceOf } = require('../verdict/interference')
const { othersInside } = require('../verdict/processes')

const RECORDER = require.resolve('./recorder')
/** @typedef {import('../types/source').CompiledScript} CompiledScript */

const PROFILE = /\.(cpuprofile|heapprofile|pb\.gz)$/

/**
 * @typedef {object} Inspection
 * @property {string} subject id of the server
 * @property {string} file file that was run
 * @property {string} node version of Node that ran it
 * @property {string} date ISO 8601
 * @property {import('../types/pipeline').Workload} workload
 * @property {import('../types/pipeline').Load | null} load null if the server had ended
 * @property {import('../types/verdict').CoreUse | null} cores null if the system does not report it, or the server had
 *   ended
 * @property {import('../types/verdict').Disturbance | null} disturbance
 * @property {string} address address under load: `127.0.0.1:41234`
 * @property {import('../types/pipeline').Ports} ports
 * @property {import('../types/pipeline').OthersInside | null} othersInside null if the server is one process with one
 *   thread
 * @property {import('../types/source').UsedMap[]} [sourceMaps] source maps of generated files
 * @property {string} report absolute path of the page
 */

/**
 * Profiles a server under load: starts it under the instrument, loads it, stops it, and writes the finding and its page
 * to `<reports>/<subject id>/<instrument>.json` and `.html`.
 *
 * @param {import('./instrument').Instrument} instrument
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('../types/pipeline').Workload} workload
 * @param {object} options
 * @param {string} options.reports directory
 * @param {boolean} [options.places] whether to find source locations, if that takes a separate profiling pass
 * @param {(stage: 'start' | 'load' | 'draw', fraction: number) => void} [options.onProgress]
 * @param {(text: string) => void} [options.onNote] receives what a person must know before the load begins
 * @param {(inspection: Inspection) => void} [options.onFinding] receives the result before its page is drawn
 * @returns {Promise<Inspection>} these fields, and the instrument's finding
 * @throws {import('../util/errors').OperationalError} if the server does not start, or ends early
 */
async function inspect (instrument, subject, workload, options) {
  const { reports, places = true, onProgress = () => {}, onNote = () => {}, onFinding = () => {} } = options
  assertInstalled(instrument)
  judgeByEntry(subject)
  const folder = path.join(reports, subject.id)
  if (instrument.cannotWorkIn?.test(folder)) {
    throw new OperationalError(`${instrument.title} cannot work in ${folder}, because of its name. Run it in another folder.`)
  }
  return withRunDirectory(folder, async function (directory) {
    onProgress('start', 0)
    const { watch = underLoad } = instrument
    const running = await start(subject, {
      directory,
      processMetrics: Boolean(instrument.watch),
      ...(instrument.record && {
        through: (nodeArguments) => [RECORDER, String(instrument.file), directory, ...nodeArguments],
        // All users of the machine can read a command line, and the server's environment may hold secrets.
        firstLine: JSON.stringify({ subject, workload })
      })
    })
    const coresUsed = watchCores(running.pid)
    try {
      const inside = watchInside(running)
      const { load, ended = false, found = null } = await watch(running, workload, {
        directory,
        places,
        onProgress: (fraction) => onProgress('load', fraction),
        onNote
      })
      const isOtherProgram = load !== null && load.driver !== 'built-in'
      const cores = coresUsed(isOtherProgram ? 1000 * load.seconds * load.generatorCpuShare : 0)
      const compiled = ended ? [] : await compiledIn(running)
      const disturbance = disturbanceOf(cores, load)
      const others = othersInside({ file: subject.file, ...inside() })
      onProgress('draw', 0)
      if (instrument.record) await running.stop(instrument.stopWord) // the tool writes its results when the server ends
      const record = toFinding({
        subject: subject.id,
        file: subject.file,
        node: running.node,
        date: new Date().toISOString(),
        workload: withoutSecrets(workload),
        load,
        cores,
        disturbance,
        address: originOf(running.address).replace('http://', ''),
        ports: running.ports,
        othersInside: others,
        ...(await readFinding(instrument, directory, subject, { disturbance, load, found, compiled })),
        report: path.join(folder, `${instrument.name}.html`)
      })
      onFinding(record)
      if (instrument.draw) await drawn(instrument, directory)
      publish(instrument, record, { directory, folder })
      // The results are complete: how a server without a tool around it ends does not matter.
      if (!instrument.record && !ended) await running.stop().catch(() => {})
      return record
    } finally {
      await running.kill()
    }
  })
}

/**
 * @param {import('../process/subject').RunningSubject | import('../process/attach/subject').AttachedSubject} running
 * @returns {Promise<CompiledScript[]>} none if the server ends meanwhile
 */
async function compiledIn (running) {
  return (await running.probe(PROBES.compiledScripts).catch(unlessOperational))?.scripts ?? []
}

/**
 * @template {{ report: string }} T
 * @param {T} record may contain names from the server's code
 * @returns {T} the record, safe to print; the path of its page is unchanged
 */
function toFinding ({ report, ...told }) {
  return /** @type {any} */ ({ ...printableIn(told), report })
}

/**
 * Moves an instrument's results to their folder: the finding, its page, and the profiles under the instrument's name,
 * which other tools can open.
 *
 * @param {import('./instrument').Instrument} instrument
 * @param {{ report: string }} record
 * @param {{ directory: string, folder: string }} places `directory`: where the instrument worked
 */
function publish ({ name }, record, { directory, folder }) {
  const finding = path.join(directory, 'finding.json')
  fs.writeFileSync(finding, JSON.stringify(record, null, 2) + '\n') // write everything before moving anything
  fs.renameSync(path.join(directory, 'report.html'), record.report)
  const isProfile = (/** @type {string} */ file) => file.startsWith(`${name}.`) && PROFILE.test(file)
  for (const file of fs.readdirSync(folder).filter(isProfile)) fs.rmSync(path.join(folder, file)) // from an earlier run
  for (const file of fs.readdirSync(directory).filter(isProfile)) {
    fs.renameSync(path.join(directory, file), path.join(folder, file))
  }
  fs.renameSync(finding, path.join(folder, `${name}.json`))
}

/**
 * Draws in a separate process: drawing takes seconds, and Ctrl-C must work meanwhile.
 *
 * @param {import('./instrument').Instrument} instrument
 * @param {string} directory where the instrument worked
 * @throws {OperationalError} if drawing fails
 */
async function drawn ({ file, title }, directory) {
  const child = children.start(process.execPath, [RECORDER, String(file), directory], { stdio: ['pipe', 'ignore', 'pipe'] })
  const said = text(/** @type {import('stream').Readable} */ (child.stderr))
  const [status, signal] = await once(child, 'exit')
  const why = signal ? `the drawing process was ended by ${signal}.` : await said
  if (status !== 0) throw new OperationalError(`the report of ${title} cannot be drawn: ${why}`)
}

/** @param {import('./instrument').Instrument} instrument */
function assertInstalled ({ title, needs }) {
  if (needs && !isPresent(needs)) {
    throw new OperationalError(`${title} cannot run: ${needs} is not installed. Run: npm install --save-dev ${needs}`)
  }
}

/**
 * @param {import('./instrument').Instrument} instrument
 * @param {string} directory where the instrument worked
 * @param {import('../types/pipeline').Subject} subject
 * @param {Partial<Omit<import('./instrument').Circumstances, 'sources'>> & { compiled?: CompiledScript[] }}
 *   [circumstances]
 * @returns {Promise<object>} its finding
 * @throws {OperationalError} if the instrument's files are missing or incomplete
 */
async function readFinding (instrument, directory, subject, { compiled, ...circumstances } = {}) {
  const sources = new SourceMaps(compiled)
  try {
    const known = { disturbance: null, load: null, found: null, ...circumstances }
    const finding = await instrument.read(directory, subject, { ...known, sources })
    return { ...finding, ...(sources.used.length > 0 && { sourceMaps: sources.used }) }
  } catch (thrown) {
    const err = toOperationalError(thrown)
    if (err instanceof OperationalError) throw err
    const [why] = /** @type {Error} */ (err).message.split('\n')
    throw new OperationalError(
      `the output of ${instrument.title} cannot be read (${why}). Is the disk full? Run it again; NODE_DEBUG=hot-path shows more.`,
      { cause: err }
    )
  }
}

/** @type {NonNullable<import('./instrument').Instrument['watch']>} */
async function underLoad (running, workload, { onProgress }) {
  const load = await running.whileAlive(
    drive(findDriver('built-in', workload), running.address, workload, { onProgress })
  )
  return { load }
}

/**
 * Profiles a process that hot-path did not start, under its existing traffic or a load. Writes the finding and its page
 * to `<reports>/process-<id>/<instrument>.json` and `.html`.
 *
 * @param {import('./instrument').Instrument} instrument
 * @param {import('../process/attach/subject').AttachedSubject} running
 * @param {object} options
 * @param {number} options.durationSeconds
 * @param {string} options.reports directory
 * @param {import('../types/pipeline').AppliedLoad} [options.applied] load to apply
 * @param {(text: string) => void} [options.onNote] receives what a person must know before the load begins
 * @returns {Promise<any>} its finding
 * @throws {import('../util/errors').OperationalError} if the process ends meanwhile
 */
async function inspectAttached (instrument, running, { durationSeconds, reports, applied, onNote }) {
  const { subject } = running
  judgeByEntry(subject)
  const folder = path.join(reports, subject.id)
  return withRunDirectory(folder, async function (directory) {
    const look = /** @type {NonNullable<import('./instrument').Instrument['attach']>} */ (instrument.attach)
    const workload = applied?.workload ?? { path: '/', connections: 0, durationSeconds }
    const { passed, found } = await look(running, workload, { directory, address: applied?.address, onNote })
    const record = toFinding({
      subject: subject.id,
      file: subject.file,
      pid: running.pid,
      date: new Date().toISOString(),
      ...(applied && { workload: withoutSecrets(workload), load: found.load }),
      passed,
      ...(await readFinding(instrument, directory, subject, { found, compiled: await compiledIn(running) })),
      report: path.join(folder, `${instrument.name}.html`)
    })
    publish(instrument, record, { directory, folder })
    return record
  })
}

/**
 * Profiles a program without load, from its start until it ends or its time is over. Writes the finding and its page to
 * `<reports>/<subject id>/<instrument>.json` and `.html`.
 *
 * @param {import('./instrument').Instrument} instrument
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ durationSeconds: number, reports: string, places?: boolean }} options `places`: whether to find source
 *   locations, if that takes a separate profiling pass
 * @returns {Promise<any>} its finding
 * @throws {import('../util/errors').OperationalError} if the program leaves no results
 */
async function inspectWithoutLoad (instrument, subject, { durationSeconds, reports, places = true }) {
  judgeByEntry(subject)
  const folder = path.join(reports, subject.id)
  return withRunDirectory(folder, async function (directory) {
    const { probes, watch } = /** @type {NonNullable<import('./instrument').Instrument['withoutLoad']>} */ (
      instrument.withoutLoad
    )
    const compiled = { file: PROBES.compiledScripts, first: 'begin', last: 'read' }
    const program = await startProgram(subject, { directory, probes: [...probes, compiled] })
    try {
      const { seen, found } = await watch(program, { directory, durationSeconds, places })
      const { end, passed, inside, readings } = seen
      const record = toFinding({
        subject: subject.id,
        file: subject.file,
        node: program.running.node,
        date: new Date().toISOString(),
        end,
        passed,
        othersInside: othersInside({ file: subject.file, ...inside }),
        ...(await readFinding(instrument, directory, subject, { found, compiled: readings[compiled.file].scripts })),
        report: path.join(folder, `${instrument.name}.html`)
      })
      publish(instrument, record, { directory, folder })
      return record
    } finally {
      await program.running.kill()
    }
  })
}

module.exports = { compiledIn, inspect, inspectAttached, inspectWithoutLoad, publish, readFinding, toFinding }
