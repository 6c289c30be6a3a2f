'use strict'

const { frame } = require('hot-path/testing')

/** @typedef {{ name: string, message: string, stack: import('hot-path').Frame[] }} Warning */

// "(node:123) SomeWarning: message", followed by lines of "    at ..." with --trace-warnings
const WARNING = /^\(node:\d+\) (?:\[\w+\] )?(\w+): (.*)\n((?: +at .*\n?)*)/gm
// "at name (file:12:34)" or "at file:12:34"
const CALL = /^ +at (?:(.*) \()?(.*):(\d+):\d+\)?$/

/**
 * Finds Node's warnings in the output of a process.
 *
 * @param {string} text
 * @returns {Warning[]} each with its stack, innermost frame first; empty without `--trace-warnings`
 */
function readWarnings (text) {
  return [...text.matchAll(WARNING)].map(([, name, message, lines]) => ({
    name,
    message,
    stack: lines
      .split('\n')
      .map((line) => CALL.exec(line))
      .filter((call) => call !== null)
      .map(([, called, file, line]) => frame(called ?? '', file, Number(line)))
  }))
}

module.exports = { readWarnings }
