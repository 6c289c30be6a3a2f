'use strict'

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const { toSubjects } = require('../../gate/pairs')
const { loadText } = require('../../load/workload')
const { requestsText } = require('../../load/requests')
const { OperationalError } = require('../../util/errors')
const { fitted, wrap } = require('../../util/format')
const { printableLines } = require('../../util/printable')
const { publishText, withRunDirectory } = require('../../util/run-directory')
const { watchPage } = require('../../watch/page')
const { SourceFiles } = require('../../watch/saves')
const { screen, shownOf, slowestOf, verdictOf } = require('../../watch/text')
const { Watch } = require('../../watch/watch')
const { OF_REQUESTS } = require('../option-list')
const { spelled } = require('../options')
const { HOME_AND_CLEAR, listenToKeys, openPage, showPage, tell } = require('../terminal')

const REPORTS = path.resolve('reports')
const KEPT = path.join(REPORTS, 'watch')
const PAGE = path.join(KEPT, 'index.html')
const BIN = path.resolve(__dirname, '../../../bin/hot-path.js')
const GATE_SECONDS = 60
// Shorter than in a gate: the first word is due within seconds, and more rounds follow.
const WARMUP_SECONDS = 0.5
const SAMPLE_SECONDS = 0.3
// Of a server whose config asks for longer loads.
const MOST_SECONDS = 2
const WIDTH = 80
const HEIGHT = 24
const NO_REBASE = 'b needs a baseline of git: --baseline=git:HEAD. Only its work tree may be changed.'

/**
 * @typedef {object} More
 * @property {string} [head] line above the screen
 * @property {Record<string, Key>} [keys] further keys, by name
 *
 * @typedef {{ end: () => void, tell: (text: string) => void }} Screen `tell` shows a text below the result
 * @typedef {{ does: string, press: (screen: Screen) => void }} Key
 */

/** @type {import('../command').Command & { watchServer: typeof watchServer }} */
module.exports = {
  name: 'watch',
  usage: '<server>',
  summary: 'Compare a server with a baseline after each save, on one screen',
  options: ['baseline', ...OF_REQUESTS, 'port', 'connections', 'build', 'no-places'],
  defaults: { connections: '50' }, // as for the gate
  positionals: [1, 1],
  startsServer: true,
  run: ([server], values) => watchServer(server, values),
  watchServer
}

/**
 * @param {string} server as typed
 * @param {Record<string, any>} values the options
 * @param {More} [more] for a command of a project
 * @returns {Promise<number>} the exit status
 */
async function watchServer (server, values, more = {}) {
  const { baseline: [baseline = 'git:HEAD', ...others], 'no-places': isWithoutPlaces, connections } = values
  if (others.length > 0) throw new OperationalError('watch compares with one baseline. Give --baseline once.')
  return withRunDirectory(REPORTS, async function (directory) {
    const [reference, candidate] = (await toSubjects(baseline, server, values, { directory, say: tell })).map(brief)
    const folder = folderOf(candidate)
    const files = await SourceFiles.open(folder)
    const plan = { driver: 'built-in', connections, warmupSeconds: WARMUP_SECONDS, durationSeconds: SAMPLE_SECONDS, latencySeconds: 0, rounds: 1 }
    const watch = new Watch(files, { baseline: reference, candidate, plan, directory, places: !isWithoutPlaces })
    const sent = requestsText({ path: candidate.path, requests: candidate.load?.requests })
    const about = { file: candidate.file, load: `${sent}, ${loadText(plan)}`, baseline }
    watch.on('settled', () => publish(watch, about))
    const show = process.stdout.isTTY && process.stdin.isTTY ? onTerminal : asLines
    const end = show(watch, { about, folder, values, server, more })
    await watch.run().finally(async () => {
      end()
      await files.close()
    })
    await publish(watch, about)
    const [verdict] = verdictOf(shownOf(watch.saves)[watch.saves.length - 1])
    await showPage(PAGE, { 'no-open': true }, [fitted(printableLines(verdict), process.stdout)])
    return 0
  })
}

/**
 * @param {import('../../types/pipeline').Subject} subject
 * @returns {import('../../types/pipeline').Subject} the same, with a short load, in a closed loop: at a constant rate,
 *   all versions have the same throughput
 */
function brief ({ load, ...subject }) {
  const { pace, leastSeconds, ...kept } = load ?? {}
  const least = leastSeconds === undefined ? {} : { leastSeconds: Math.min(leastSeconds, MOST_SECONDS) }
  return { ...subject, load: { ...kept, ...least } }
}

/**
 * @param {import('../../types/pipeline').Subject} subject
 * @returns {string} the folder whose files belong to the server
 */
function folderOf ({ cwd = process.cwd(), entry }) {
  const isBelow = !path.relative(cwd, entry).startsWith('..')
  return isBelow ? cwd : path.dirname(entry)
}

/**
 * @param {Watch} watch
 * @param {About} about
 */
async function publish ({ saves }, about) {
  await withRunDirectory(KEPT, async (directory) => publishText(directory, PAGE, watchPage(shownOf(saves), about)))
}

/**
 * @typedef {object} Display
 * @property {About} about
 * @property {string} folder that is watched
 * @property {Record<string, any>} values the options
 * @property {string} server as typed
 * @property {More} more
 *
 * @typedef {{ file: string, load: string, baseline: string }} About `baseline`: as typed
 */

/**
 * Prints a line whenever a save has a result.
 *
 * @param {Watch} watch
 * @param {Display} display
 */
function asLines (watch, { about }) {
  console.log(`Watching ${about.file}: ${about.load}. Baseline: ${watch.baselineName}. End with Ctrl-C.`)
  let printed = 0
  watch.on('settled', function (/** @type {import('../../watch/save').Save} */ { number, state }) {
    const shown = shownOf(watch.saves)[number - 1]
    const isNew = printed !== number || state !== 'measuring'
    printed = number
    console.log(printableLines([...(isNew ? verdictOf(shown) : []), ...slowestOf(shown)].join('\n')))
  })
  return () => {}
}

/**
 * Redraws one screen, and listens to keys.
 *
 * @param {Watch} watch
 * @param {Display} display
 * @returns {() => void} a function that gives the terminal back
 */
function onTerminal (watch, { about, folder, values, server, more }) {
  const { stdin, stdout } = process
  /** @type {string | undefined} */
  let note
  let isShown = true
  const draw = function () {
    if (!isShown) return
    const { columns = WIDTH, rows = HEIGHT } = stdout
    const shown = { ...about, head: more.head, keys, baseline: watch.baselineName, columns, rows, note }
    const lines = screen(shownOf(watch.saves), shown)
    stdout.write(HOME_AND_CLEAR + printableLines(lines.join('\n')) + '\n')
  }
  const tellNote = function (/** @type {string} */ text) {
    note = text
    draw()
  }
  /** @param {string[]} args of another command, which has the terminal meanwhile */
  const runOther = (args) => watch.interrupt(async function () {
    isShown = false
    stdin.setRawMode(false).pause()
    stdout.write(HOME_AND_CLEAR)
    const child = spawn(process.execPath, [BIN, ...args], { stdio: 'inherit' })
    await once(child, 'close')
    stdin.setRawMode(true).resume()
    console.log(wrap('Press a key to watch on.', stdout.columns || WIDTH).join('\n'))
    await once(stdin, 'keypress')
    isShown = true
  })
  const given = [...OF_REQUESTS, 'port'].flatMap((name) => typedAs(name, values))
  const rest = values.args.length > 0 ? ['--', ...values.args] : []
  const gate = ['gate', `--baseline=${about.baseline}`, `--candidate=${server}`, `--budget=${GATE_SECONDS}s`]
  const rebase = () => (about.baseline.startsWith('git:') ? watch.rebase(folder) : tellNote(NO_REBASE))
  async function openCurve () {
    await publish(watch, about)
    await openPage(PAGE)
    tellNote(`Page: ${path.relative(process.cwd(), PAGE)}`)
  }
  /** @type {Record<string, Key>} */
  const keys = {
    q: { does: 'quit', press: () => watch.end() },
    b: { does: 'make this the baseline', press: rebase },
    c: { does: 'check-up', press: () => runOther(['checkup', server, ...given, ...rest]) },
    g: { does: 'gate', press: () => runOther([...gate, ...given, ...rest]) },
    o: { does: 'open the page', press: openCurve },
    ...more.keys
  }
  const end = listenToKeys(function (key) {
    if (!isShown) return
    note = undefined
    if (Object.hasOwn(keys, key)) keys[key].press({ end: () => watch.end(), tell: tellNote })
  })
  stdout.on('resize', draw)
  watch.on('change', draw)
  draw()
  return function () {
    end()
    stdout.off('resize', draw)
  }
}

/**
 * @param {string} name of an option
 * @param {Record<string, any>} values
 * @returns {string[]} the option as typed
 */
function typedAs (name, values) {
  if (!values.given.includes(name)) return []
  if (name === 'header') return values.header.map((/** @type {[string, string]} */ [key, value]) => spelled(name, `${key}: ${value}`))
  return [spelled(name, values[name])]
}
