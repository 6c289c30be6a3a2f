'use strict'

// Has to run on any Node, however old.

const { engines } = require('../../package.json')

const LEAST = String(/[\d.]+/.exec(engines.node))

/**
 * @param {string} [version] of Node, without the "v"
 * @returns {string | null} what to do, where it is older than what our tools work on
 */
function tooOld (version = process.versions.node) {
  if (version.localeCompare(LEAST, 'en', { numeric: true }) >= 0) return null
  return `Node ${version} is too old. Install Node ${LEAST} or newer.`
}

module.exports = { tooOld }
