'use strict'

const VERSION = 1 // of every JSON record

/**
 * @template {object} T
 * @param {string} command
 * @param {T} fields
 */
function toRecord (command, fields) {
  return { version: VERSION, command, node: process.version, ...fields }
}

/**
 * Prints what `--json` asks for: one record, and nothing else.
 *
 * @param {string} command
 * @param {object} fields
 */
function printRecord (command, fields) {
  console.log(JSON.stringify(toRecord(command, fields), null, 2))
}

module.exports = { printRecord, toRecord }
