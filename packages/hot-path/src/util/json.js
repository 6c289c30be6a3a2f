'use strict'

const { writeWhole } = require('./run-directory')

/**
 * JSON to be kept: a line for each entry of what a record holds, so that the difference of two versions can be read.
 *
 * @param {object} record or a list of records
 * @returns {string} with a line break at the end
 */
function jsonText (record) {
  const entry = Array.isArray(record) ? JSON.stringify : entriesText
  return `${block(record, entry, '')}\n`
}

/** @param {any} value of a field of the record */
function entriesText (value) {
  const holdsObjects = Object.values(value ?? {}).some((entry) => entry !== null && typeof entry === 'object')
  return holdsObjects ? block(value, JSON.stringify, ' ') : JSON.stringify(value)
}

/**
 * @param {object} value an object or a list
 * @param {(entry: any) => string} toText
 * @param {string} indent
 */
function block (value, toText, indent) {
  const lines = Array.isArray(value)
    ? value.map(toText)
    : Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .map(([name, entry]) => `${JSON.stringify(name)}: ${toText(entry)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => `${indent} ${line}`).join(',\n')}\n${indent}${close}`
}

/**
 * @param {string} file it is there whole, or as it was before
 * @param {object} record
 */
function writeJson (file, record) {
  writeWhole(file, jsonText(record))
}

module.exports = { jsonText, writeJson }
