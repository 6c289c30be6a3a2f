'use strict'

const { writeWhole } = require('./run-directory')

/**
 * Formats JSON for a file: one line per entry of the record's fields, so that diffs between versions are readable.
 *
 * @param {object} record a record, or a list of records
 * @returns {string} JSON with a trailing line break
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
 * @param {string} file target, replaced atomically
 * @param {object} record
 */
function writeJson (file, record) {
  writeWhole(file, jsonText(record))
}

module.exports = { jsonText, writeJson }
