'use strict'

// Finds the server process of a start script that does not run node directly (`next start`, `tsx`, `cross-env`, a build
// before it): runs the script once, and describes the process that opens a port. hot-path then starts that process
// itself, without the others.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { FIND_SERVER } = require('../agent')
const { shorten } = require('../source/source')
const { OperationalError } = require('../util/errors')
const { printable } = require('../util/printable')
const { withRunDirectory } = require('../util/run-directory')
const { isListening } = require('./address')
const children = require('./children')
const { LOOPBACK, portFor } = require('./free-port')
const { keepSmall, logTail } = require('./log')

// The script may build first.
const MOST_SECONDS = 180
// Another process may open the given port after this one: a tool that serves its own state, then the server.
const FURTHER_PORT_MS = 2000
const CLOSES_WITHIN_MS = 2000
const LOOK_EACH_MS = 50
// Variables of npm, of a shell, of Node's watch mode and of hot-path, which are not the script's own.
const FOREIGN = /^(?:npm_(?!package_(?:name|version|config_))|PNPM_|HOT_PATH_|(?:INIT_CWD|NODE|NODE_OPTIONS|PATH|_|SHLVL|PWD|OLDPWD|COLOR|EDITOR|WATCH_REPORT_DEPENDENCIES)$)/
// A tool may have quoted the words in NODE_OPTIONS anew.
const PRELOADED = new RegExp(`"?--require"?\\s+"?${FIND_SERVER.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}"?`)
const INSTEAD = "Give the path of the server's file instead."

/** @typedef {import('../types/pipeline').Subject} Subject */
/**
 * @typedef {object} Serving a process that has opened a port (see agent/find-server.js)
 * @property {string} node absolute path of the Node.js executable
 * @property {string[]} nodeOptions
 * @property {string[]} argv the file, and its arguments
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {number} port
 */

/**
 * @param {Subject} subject
 * @param {(sentence: string) => void} [say] reports progress
 * @returns {Promise<Subject>} the same if its file is known; else, with the file that its start script runs
 * @throws {OperationalError} if the script fails, or if no Node process of it opens a port within 3 min
 */
async function withServerProcess (subject, say = () => {}) {
  const { startScript, ...rest } = subject
  if (startScript === undefined) return subject
  const folder = String(rest.cwd)
  say(`... running the start script once, to find the server process: ${printable(startScript)}`)
  const port = (await portFor(subject)).port
  const env = { ...process.env, HOST: LOOPBACK, ...rest.env, PORT: String(port) }
  const { argv, cwd, ...found } = await withRunDirectory(path.resolve('reports'), (directory) =>
    servingProcess({ startScript, folder, env, port, directory })
  )
  if (argv.length === 0) throw new OperationalError(`${nameOf(startScript, folder)} runs a server without a file. ${INSTEAD}`)
  const entry = fileAt(argv[0])
  return {
    ...rest,
    entry,
    file: shorten(entry),
    nodeOptions: [...found.nodeOptions, ...(rest.nodeOptions ?? [])],
    args: [...argv.slice(1), ...(rest.args ?? [])],
    cwd,
    env: { ...rest.env, ...ownVariables(found.env, env) },
    ...(found.node !== process.execPath && { node: found.node })
  }
}

/**
 * @param {{ startScript: string, folder: string, env: NodeJS.ProcessEnv, port: number, directory: string }} script
 *   `directory`: for the output
 * @returns {Promise<Serving>}
 */
async function servingProcess ({ startScript, folder, env, port, directory }) {
  const [reports, log] = ['found', 'log'].map((name) => path.join(directory, name))
  const output = fs.openSync(log, 'a')
  const child = children.start('npm', ['run', '--silent', 'start'], {
    cwd: folder,
    env: {
      ...env,
      PATH: [path.dirname(process.execPath), env.PATH].join(path.delimiter),
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(FIND_SERVER)}`,
      HOT_PATH_SEARCH: reports
    },
    stdio: ['pipe', output, output] // some servers exit when standard input closes
  })
  const stopLimit = keepSmall(log)
  try {
    const found = await reported({ child, reports, port, log, name: nameOf(startScript, folder) })
    children.end(child)
    await closed(found.port)
    return found
  } finally {
    fs.closeSync(output)
    stopLimit()
    children.end(child)
  }
}

/** @param {number} port of a process that was killed; the next one may need the same */
async function closed (port) {
  const untilMs = performance.now() + CLOSES_WITHIN_MS
  while (performance.now() < untilMs && (await isListening({ host: LOOPBACK, port }))) await wait(LOOK_EACH_MS)
}

/**
 * @param {{ child: import('child_process').ChildProcess, reports: string, port: number, log: string, name:
 *   string }} run `reports`, `log`: files
 * @returns {Promise<Serving>} the process that opened the given port; else the first that opened one
 */
async function reported ({ child, reports, port, log, name }) {
  /** @type {string | null} */
  let ended = null
  child.once('error', (err) => {
    ended = `cannot be run: ${err.message}.`
  })
  child.once('exit', (status) => {
    ended ??= `ended with status ${status}.`
  })
  const untilMs = performance.now() + 1000 * MOST_SECONDS
  for (let firstMs = Infinity; ;) {
    const isOver = ended !== null
    const found = readReports(reports)
    if (found.length > 0) firstMs = Math.min(firstMs, performance.now())
    const given = found.find((one) => one.port === port)
    if (given) return given
    if (found.length > 0 && (isOver || performance.now() - firstMs > FURTHER_PORT_MS)) return found[0]
    if (isOver) throw new OperationalError(`${name} opened no port: it ${ended} ${INSTEAD} ${logTail(log)}`)
    if (performance.now() > untilMs) {
      throw new OperationalError(`${name} opened no port in a Node process within ${MOST_SECONDS} s. ${INSTEAD} ${logTail(log)}`)
    }
    await wait(LOOK_EACH_MS)
  }
}

/**
 * @param {string} file
 * @returns {Serving[]}
 */
function readReports (file) {
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  return text.split('\n').slice(0, -1).map((line) => JSON.parse(line)) // the last line may be incomplete
}

/**
 * @param {Record<string, string>} env of the server
 * @param {NodeJS.ProcessEnv} given to the script
 * @returns {Record<string, string>} variables that the script has set
 */
function ownVariables ({ NODE_OPTIONS = '', ...env }, given) {
  const options = NODE_OPTIONS.replace(PRELOADED, '').trim()
  const own = Object.entries(env).filter(([name, value]) => given[name] !== value && !FOREIGN.test(name))
  return Object.fromEntries(options === (given.NODE_OPTIONS ?? '').trim() ? own : [...own, ['NODE_OPTIONS', options]])
}

/**
 * @param {string} place as on a command line: the extension may be missing
 * @returns {string}
 */
function fileAt (place) {
  return fs.statSync(place, { throwIfNoEntry: false })?.isFile() ? place : require.resolve(place)
}

/**
 * @param {string} startScript
 * @param {string} folder
 */
function nameOf (startScript, folder) {
  return `the start script of ${folder}, "${printable(startScript)}",`
}

module.exports = { withServerProcess }
