'use strict'

// This file must run on any version of Node.

const { engines } = require('../../package.json')

const LEAST = String(/[\d.]+/.exec(engines.node))

/**
 * @param {string} [version] Node version without the "v"
 * @returns {string | null} an error message with the remedy if the version is not supported; otherwise null
 */
function tooOld (version = process.versions.node) {
  if (version.localeCompare(LEAST, 'en', { numeric: true }) >= 0) return null
  return `Node ${version} is too old. Install Node ${LEAST} or newer.`
}

module.exports = { tooOld }
