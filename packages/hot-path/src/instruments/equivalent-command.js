'use strict'

const path = require('path')
const { printable } = require('../util/printable')
const { requestsOf, shown, withoutSecrets } = require('../load/requests')

const USUAL_PORT = 3000
const STOP = '; then Ctrl-C in the first'
// V8 writes its profile when the process exits. Without a SIGINT handler, Ctrl-C kills the server before that.
const EXITS_ON_CTRL_C = "--import 'data:text/javascript,process.on(\"SIGINT\",()=>process.exit())'"

/**
 * Quotes a word of a command line for a shell.
 *
 * @param {string} word
 */
function quote (word) {
  const unseen = (/** @type {string} */ one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  // $'...' quoting, as bash, zsh and POSIX of 2024 read it.
  if (printable(word) !== word) return `$'${word.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, unseen)}'`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`
}

/**
 * Returns the load as an autocannon command.
 *
 * @param {import('../types/pipeline').Workload} workload
 * @param {string | number} port `$PORT` is kept: the tool that runs the command replaces it
 * @param {number} [share] share of the duration (0-1), if the instrument splits the load
 */
function autocannonCommand (workload, port, share = 1) {
  const { connections } = workload
  const durationSeconds = +(share * workload.durationSeconds).toPrecision(3)
  // Commands are printed and stored, so secrets are removed. autocannon takes only one request.
  const [{ method, path, headers, body }] = requestsOf(withoutSecrets(workload))
  return [
    `autocannon -c${connections} -d${durationSeconds}`,
    ...(method === 'GET' ? [] : [`-m${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}=${value}`)}`),
    ...(body ? [`-i ${quote(`a file with the body ${body}`)}`] : []),
    `localhost:${port}${quote(path)}`
  ].join(' ')
}

/**
 * Returns two command lines, for two terminals.
 *
 * @param {string} server
 * @param {import('../types/pipeline').Subject} subject
 * @param {import('../types/pipeline').Workload} workload
 * @param {{ share?: number, then?: string }} [options] `share`: see autocannonCommand; `then`: what to do afterwards
 */
function inTwoTerminals (server, subject, workload, { share, then = '' } = {}) {
  return `${server}\n  npx ${autocannonCommand(workload, subject.port ?? USUAL_PORT, share)}   (in another terminal${then})`
}

/**
 * Returns the load as one shell word, for a tool that runs it when the server listens.
 *
 * @param {import('../types/pipeline').Workload} workload
 */
function onPort (workload) {
  return `'${autocannonCommand(workload, '$PORT').replaceAll("'", "'\\''")}'`
}

/**
 * Returns the part of the command before `node`.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @returns {string} environment variables, with likely secrets masked; empty if there are none
 */
function environmentOf ({ env = {} }) {
  return Object.entries(env).map(([name, value]) => `${name}=${quote(shown(name, value))} `).join('')
}

/**
 * Returns the part of the command after `node`, which starts the server.
 *
 * @param {import('../types/pipeline').Subject} subject
 */
function serverCommand ({ nodeOptions = [], file, args = [] }) {
  return [...nodeOptions, file, ...args].map(quote).join(' ')
}

/**
 * V8 inlines small functions into their callers, and then a profiler attributes their time to the caller. Of eight
 * services with a known hot function, `node --cpu-prof` named four wrongly, and Flame the same four. Without inlining,
 * both named all eight. This makes the server somewhat slower; a profiled run is not a measurement.
 */
const NO_INLINING = '--max-inlined-bytecode-size=0'

/** Skips a question that Clinic asks on its first run. Without a terminal, Clinic would exit there. */
const WITHOUT_TERMINAL = 'NO_INSIGHT=1'

/**
 * @param {string} directory
 * @returns {string} the option that makes each process write a separate V8 log there. In the file name, V8 replaces
 *   `%t` by the time, `%p` by the process id, and `%%` by `%`
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
