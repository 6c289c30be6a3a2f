'use strict'

const path = require('path')
const { printable } = require('../util/printable')
const { requestsOf, shown, withoutSecrets } = require('../load/requests')

const USUAL_PORT = 3000
const STOP = '; then Ctrl-C in the first'
// V8 writes its profile at an exit, and Ctrl-C is none for a server that does not listen for it.
const EXITS_ON_CTRL_C = "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"

/**
 * A word of a command line, so that a shell leaves it as it is.
 *
 * @param {string} word
 */
function quote (word) {
  const unseen = (/** @type {string} */ one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  // As bash, zsh and POSIX of 2024 read it.
  if (printable(word) !== word) return `$'${word.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, unseen)}'`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`
}

/**
 * The load, as a person would type it.
 *
 * @param {import('../types/pipeline').Workload} workload
 * @param {string | number} port `$PORT` stays as it is: the tool that runs the command puts the number there
 * @param {number} [share] of the duration (0-1), where the instrument divides it
 */
function autocannonCommand (workload, port, share = 1) {
  const { connections } = workload
  const durationSeconds = +(share * workload.durationSeconds).toPrecision(3)
  // A command is printed and kept, so it has no secrets; and autocannon takes one request.
  const [{ method, path, headers, body }] = requestsOf(withoutSecrets(workload))
  return [
    `autocannon -c${connections} -d${durationSeconds}`,
    ...(method === 'GET' ? [] : [`-m${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}=${value}`)}`),
    ...(body ? [`-b ${quote(body.toString())}`] : []),
    `localhost:${port}${quote(path)}`
  ].join(' ')
}

/**
 * Two lines, as a person would type them in two terminals.
 *
 * @param {string} server
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('../types/pipeline').Workload} workload
 * @param {{ share?: number, then?: string }} [options] see autocannonCommand; `then`: what is done after it
 */
function inTwoTerminals (server, subject, workload, { share, then = '' } = {}) {
  return `${server}\n  npx ${autocannonCommand(workload, subject.port ?? USUAL_PORT, share)}   (in another terminal${then})`
}

/**
 * The load as one word, for a tool that runs it when the server listens.
 *
 * @param {import('../types/pipeline').Workload} workload
 */
function onPort (workload) {
  return `'${autocannonCommand(workload, '$PORT').replaceAll("'", "'\\''")}'`
}

/**
 * What stands before it.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @returns {string} its environment, without what looks like a secret; empty where it has none
 */
function environmentOf ({ env = {} }) {
  return Object.entries(env).map(([name, value]) => `${name}=${quote(shown(name, value))} `).join('')
}

/**
 * What stands behind `node` to start a subject, as a person would type it.
 *
 * @param {import('../types/pipeline').Subject} subject
 */
function serverCommand ({ nodeOptions = [], file, args = [] }) {
  return [...nodeOptions, file, ...args].map(quote).join(' ')
}

/**
 * V8 puts small functions into those that call them, and then a profiler gives their time to the caller: of eight
 * services whose hot function was known, `node --cpu-prof` named four wrongly, and Flame those four. Without inlining
 * both named all eight. The server is somewhat slower so; a profiled run is no measurement.
 */
const NO_INLINING = '--max-inlined-bytecode-size=0'

/** Clinic asks a question when it is run for the first time, and ends at once where there is no terminal to ask. */
const WITHOUT_TERMINAL = 'NO_INSIGHT=1'

/**
 * @param {string} directory
 * @returns {string} the option by which each process writes V8's log there, in a file of its own. In such a name, V8
 *   takes `%t` and `%p` for time and process id, and `%%` for `%`.
 */
function logfileIn (directory) {
  return `--logfile=${path.join(directory.replaceAll('%', '%%'), '%p-v8.log')}`
}

module.exports = {
  EXITS_ON_CTRL_C,
  NO_INLINING,
  STOP,
  WITHOUT_TERMINAL,
  autocannonCommand,
  environmentOf,
  inTwoTerminals,
  logfileIn,
  onPort,
  quote,
  serverCommand
}
