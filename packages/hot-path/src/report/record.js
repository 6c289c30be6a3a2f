'use strict'

const { writeJson } = require('../util/json')

const VERSION = 1 // format version of all JSON records

/**
 * @template {object} T
 * @param {string} command
 * @param {T} fields
 */
function toRecord (command, fields) {
  return { version: VERSION, command, node: process.version, ...fields }
}

/**
 * Prints one record and nothing else, for `--json`.
 *
 * @param {string} command
 * @param {object} fields
 */
function printRecord (command, fields) {
  console.log(JSON.stringify(toRecord(command, fields), null, 2))
}

/**
 * Saves a record in results/, from which the documents take their numbers.
 *
 * @param {string} file
 * @param {string} command
 * @param {object} fields
 */
function saveRecord (file, command, fields) {
  writeJson(file, toRecord(command, fields))
}

module.exports = { printRecord, saveRecord, toRecord }
