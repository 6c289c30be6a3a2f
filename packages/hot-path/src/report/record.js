'use strict'

const { writeJson } = require('../util/json')

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

/**
 * Keeps a record in results/, where the texts take their numbers from.
 *
 * @param {string} file
 * @param {string} command
 * @param {object} fields
 */
function saveRecord (file, command, fields) {
  writeJson(file, toRecord(command, fields))
}

module.exports = { printRecord, saveRecord, toRecord }
