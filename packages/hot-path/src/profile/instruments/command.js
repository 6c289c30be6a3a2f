'use strict'

/**
 * A word of a command line, so that a shell leaves it as it is.
 *
 * @param {string} word
 */
function quote (word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["$`\\]/g, '\\$&')}"`
}

/**
 * The load, as a person would type it.
 *
 * @param {import('../../records').Workload} workload
 * @param {string | number} port
 */
function autocannonCommand ({ connections, durationSeconds, path }, port) {
  return `autocannon -c${connections} -d${durationSeconds} localhost:${port}${quote(path)}`
}

/**
 * What stands behind `node` to start a subject, as a person would type it.
 *
 * @param {import('../../records').Subject} subject
 */
function serverCommand ({ nodeOptions = [], file, args = [] }) {
  return [...nodeOptions, file, ...args].map(quote).join(' ')
}

module.exports = { autocannonCommand, quote, serverCommand }
