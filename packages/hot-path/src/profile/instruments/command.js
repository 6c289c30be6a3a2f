'use strict'

const path = require('path')
const { printable } = require('../../base/printable')
const { requestsOf, withoutSecrets } = require('../../load/requests')

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
 * @param {import('../../records').Workload} workload
 * @param {string | number} port
 */
function autocannonCommand (workload, port) {
  const { connections, durationSeconds } = workload
  // A command is printed and kept, so it has no secrets; and autocannon takes one request.
  const [{ method, path, headers, body }] = requestsOf(withoutSecrets(workload))
  return [
    `autocannon -c${connections} -d${durationSeconds}`,
    ...(method === 'GET' ? [] : [`-m${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}=${value}`)}`),
    ...(body ? [`-b ${quote(body.toString())}`] : []),
    quote(`localhost:${port}${path}`)
  ].join(' ')
}

/**
 * What stands behind `node` to start a subject, as a person would type it.
 *
 * @param {import('../../records').Subject} subject
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

/**
 * @param {string} directory
 * @returns {string} the option by which each process writes V8's log there, in a file of its own. In such a name, V8
 *   takes `%t` and `%p` for time and process id, and `%%` for `%`.
 */
function logfileIn (directory) {
  return `--logfile=${path.join(directory.replaceAll('%', '%%'), '%p-v8.log')}`
}

module.exports = { NO_INLINING, autocannonCommand, logfileIn, quote, serverCommand }
