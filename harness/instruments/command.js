'use strict'

/**
 * The load, as a person would type it.
 *
 * @param {import('../records').Workload} workload
 * @param {string | number} port
 */
function autocannonCommand ({ connections, durationSeconds, path }, port) {
  return `autocannon -c${connections} -d${durationSeconds} localhost:${port}${path}`
}

module.exports = { autocannonCommand }
