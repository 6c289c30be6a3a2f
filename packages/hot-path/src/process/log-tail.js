'use strict'

const fs = require('fs')

// What a server printed last is enough to know what it died of, and what it printed in all may be too large to be read.
const MOST_BYTES = 16_384
const MOST_LINES = 20
const MOST_CHARACTERS = 500 // of a line
// What a terminal would obey and not show: all control characters but the tabulator, and whole escape sequences.
// Source: ECMA-48, 5.4 (CSI) and 8.3.89 (OSC).
// eslint-disable-next-line no-control-regex
const CONTROL = /\x1b\[[\x20-\x3f]*[\x40-\x7e]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/**
 * @param {string} log file that a server's output went to
 * @returns {string} the end of it, for a person
 */
function logTail (log) {
  const lines = endOf(log).replace(CONTROL, '').trim().split('\n').slice(-MOST_LINES)
  return lines[0] === '' ? 'It printed nothing.' : `It printed:\n${lines.map(shortened).join('\n')}`
}

/** @param {string} line */
function shortened (line) {
  return line.length > MOST_CHARACTERS ? `... ${line.slice(-MOST_CHARACTERS)}` : line
}

/** @param {string} file */
function endOf (file) {
  const { size } = fs.statSync(file)
  const descriptor = fs.openSync(file, 'r')
  try {
    const end = Buffer.alloc(Math.min(MOST_BYTES, size))
    fs.readSync(descriptor, end, 0, end.length, size - end.length)
    return end.toString('utf8')
  } finally {
    fs.closeSync(descriptor)
  }
}

module.exports = { logTail }
