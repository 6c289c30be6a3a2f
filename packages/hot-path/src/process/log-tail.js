'use strict'

const fs = require('fs')

// What a server printed last is enough to know what it died of, and what it printed in all may be too large to be read.
const MOST_BYTES = 16_384
const MOST_LINES = 20

/**
 * @param {string} log file that a server's output went to
 * @returns {string} the end of it, for a person
 */
function logTail (log) {
  const lines = endOf(log).trim().split('\n').slice(-MOST_LINES)
  return lines[0] === '' ? 'It printed nothing.' : `It printed:\n${lines.join('\n')}`
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
