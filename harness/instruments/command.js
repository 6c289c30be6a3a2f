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
 * @param {import('../records').Workload} workload
 * @param {string | number} port
 */
function autocannonCommand ({ connections, durationSeconds, path }, port) {
  return `autocannon -c${connections} -d${durationSeconds} localhost:${port}${quote(path)}`
}

module.exports = { autocannonCommand, quote }
