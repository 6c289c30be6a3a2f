'use strict'

// What a server prints, in a file.

const fs = require('fs')
const { printableLines } = require('../util/printable')

// What a server printed last is enough to know what it died of, and what it printed in all may be too large to be read.
const MOST_BYTES = 16_384
const MOST_LINES = 20
const MOST_CHARACTERS = 500 // of a line
// A server can print 300 MB in a second. What is beyond this goes, and the first of it.
const MOST_LOG_BYTES = 32_000_000
const LOOK_EACH_MS = 100

/**
 * @param {string} log file that a server's output went to
 * @returns {string} the end of it, for a person
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
 * Empties a log whenever it has grown too large: the server appends to it, so it goes on.
 *
 * @param {string} log
 * @returns {() => void} ends it
 */
function keepSmall (log) {
  const timer = setInterval(function () {
    if (sizeOf(log) > MOST_LOG_BYTES) fs.truncate(log, () => {}) // it may have been removed
  }, LOOK_EACH_MS).unref()
  return () => clearInterval(timer)
}

/**
 * @param {string} log
 * @returns {() => string} what was written since
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
 * @param {number} from where in it, in bytes
 * @returns {string} the rest of it
 */
function textOf (file, from) {
  const size = sizeOf(file)
  if (size <= from) return '' // or the whole folder is gone
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
