'use strict'

// Log file with a server's output.

const fs = require('fs')
const { printableLines } = require('../util/printable')

// The last output is enough to find out why a server ended. The whole log may be too large to read.
const MOST_BYTES = 16_384
const MOST_LINES = 20
const MOST_CHARACTERS = 500 // per line
// A server can print 300 MB per second. A log that is larger than this is emptied.
const MOST_LOG_BYTES = 32_000_000
const LOOK_EACH_MS = 100

/**
 * @param {string} log file with a server's output
 * @returns {string} the last lines, for display
 */
function logTail (log) {
  const lines = printableLines(endOf(log)).trim().split('\n').slice(-MOST_LINES)
  return lines[0] === '' ? 'It printed nothing.' : `It printed:\n${lines.map((line) => `| ${shortened(line)}`).join('\n')}`
}

/** @param {string} line */
function shortened (line) {
  return line.length > MOST_CHARACTERS ? `... ${line.slice(-MOST_CHARACTERS)}` : line
}

/**
 * Empties a log whenever it has grown too large. The server appends to it, so later output is kept.
 *
 * @param {string} log
 * @returns {() => void} a function that stops this
 */
function keepSmall (log) {
  const timer = setInterval(function () {
    if (sizeOf(log) > MOST_LOG_BYTES) fs.truncate(log, () => {}) // it may have been removed
  }, LOOK_EACH_MS).unref()
  return () => clearInterval(timer)
}

/**
 * @param {string} log
 * @returns {() => string} a function that returns the text written since
 */
function writtenSince (log) {
  let from = sizeOf(log)
  return function () {
    from = Math.min(from, sizeOf(log)) // it may have been emptied
    return textOf(log, from)
  }
}

/** @param {string} file */
function sizeOf (file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** @param {string} file */
function endOf (file) {
  return textOf(file, Math.max(0, sizeOf(file) - MOST_BYTES))
}

/**
 * @param {string} file
 * @param {number} from offset in bytes
 * @returns {string} the text from there to the end
 */
function textOf (file, from) {
  const size = sizeOf(file)
  if (size <= from) return '' // also if the folder was removed
  const descriptor = fs.openSync(file, 'r')
  try {
    const rest = Buffer.alloc(size - from)
    fs.readSync(descriptor, rest, 0, rest.length, from)
    return rest.toString('utf8')
  } finally {
    fs.closeSync(descriptor)
  }
}

module.exports = { keepSmall, logTail, writtenSince }
