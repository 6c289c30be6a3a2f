'use strict'

const VERSION = 1 // of every JSON record

/**
 * Prints what `--json` asks for: one record, and nothing else.
 *
 * @param {string} command
 * @param {object} fields
 */
function printRecord (command, fields) {
  console.log(JSON.stringify({ version: VERSION, command, node: process.version, ...fields }, null, 2))
}

module.exports = { printRecord }
