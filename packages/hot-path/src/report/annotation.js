'use strict'

// Annotations: lines that a runner of GitHub shows beside the code, and above the log.
// Source: GitHub Docs, "Workflow commands for GitHub Actions".

/** @returns {boolean} whether a runner of GitHub reads the output */
function isOnGitHub () {
  return process.env.GITHUB_ACTIONS === 'true'
}

/**
 * @param {'error' | 'warning'} level
 * @param {string} message
 * @param {{ title?: string, file?: string, line?: string }} [properties] `file`: relative to the repository
 * @returns {string} a line
 */
function annotation (level, message, properties = {}) {
  const given = Object.entries(properties).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${escaped(value, true)}`]))
  return `::${[level, ...(given.length > 0 ? [given.join(',')] : [])].join(' ')}::${escaped(message, false)}`
}

/**
 * @param {string} text
 * @param {boolean} isProperty
 */
function escaped (text, isProperty) {
  const line = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return isProperty ? line.replaceAll(':', '%3A').replaceAll(',', '%2C') : line
}

module.exports = { annotation, isOnGitHub }
