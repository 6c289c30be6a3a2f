'use strict'

const { quote } = require('../instruments/equivalent-command')
const { shown, withoutSecretQuery } = require('../load/requests')
const { findingInMarkdown } = require('../report/markdown')
const { printRecord } = require('../report/record')
const { assertWritable, writeWhole } = require('../util/run-directory')
const { showPage } = require('./terminal')
const { version } = require('../../package.json')

const STDOUT = '-'
// Options that do not change what is measured.
const OF_OUTPUT = ['json', 'markdown', 'no-open']

/**
 * @typedef {object} Shown what a command prints
 * @property {string} command name of the record
 * @property {any} record
 * @property {string[]} lines text for a terminal
 * @property {string[]} conclusion its first lines, which are repeated at the end
 * @property {string} commandLine
 * @property {string} [next] what to do, if the text does not say it
 */

/**
 * Prints what was found: one record for `--json`, Markdown for `--markdown`, else text.
 *
 * @param {Shown} found
 * @param {Record<string, any>} values the options
 */
function print (found, { json, markdown }) {
  if (json) printRecord(found.command, found.record)
  else console.log(markdown === STDOUT ? inMarkdown(found) : found.lines.join('\n'))
}

/**
 * Writes the Markdown file, archives the page, and opens it.
 *
 * @param {Shown} found
 * @param {Record<string, any>} values the options
 */
async function keep (found, values) {
  const { json, markdown } = values
  const { report } = found.record
  if (markdown !== undefined && markdown !== STDOUT) writeWhole(markdown, inMarkdown(found))
  if (report) await showPage(report, { ...values, json: json || markdown === STDOUT }, found.conclusion)
}

/** @param {Shown} found */
function inMarkdown ({ record, lines, conclusion, commandLine, next }) {
  const { node = process.version, date } = record
  const day = date ? [date.slice(0, 10)] : []
  const versions = [`hot-path ${version}`, `Node.js ${node}`, `${process.platform} ${process.arch}`]
  const circumstances = [...versions, ...day]
  return findingInMarkdown({ conclusion, lines, hottest: record.hottest, next, command: commandLine, circumstances })
}

/**
 * @param {Record<string, any>} values the options
 * @throws {import('../util/errors').OperationalError} if the Markdown file cannot be written
 */
function assertPrintable ({ markdown }) {
  if (markdown !== undefined && markdown !== STDOUT) assertWritable(markdown, '--markdown')
}

/**
 * @param {string[]} words command and positional arguments
 * @param {Record<string, any>} values the options
 * @returns {string} the command line, without what may be secret
 */
function commandLineOf (words, values) {
  const options = values.given
    .filter((/** @type {string} */ name) => !OF_OUTPUT.includes(name))
    .flatMap((/** @type {string} */ name) => [values[name]].flat().map((value) => optionText(name, value)))
  const own = values.args.length > 0 ? ['--', ...values.args.map(argumentText)] : []
  return ['npx hot-path', ...[...words, ...options, ...own].map(quote)].join(' ')
}

/**
 * @param {string} name
 * @param {any} value as read: of a header, its name and its value
 */
function optionText (name, value) {
  if (value === true) return `--${name}`
  if (name === 'body') return `--${name}=...`
  if (name === 'path') return `--${name}=${withoutSecretQuery(value)}`
  return name === 'header' ? `--${name}=${value[0]}: ${shown(value[0], value[1])}` : `--${name}=${value}`
}

/** @param {string} word argument of the server */
function argumentText (word) {
  const [, name, value] = /^(-[^=]*)=(.*)$/s.exec(word) ?? []
  return name === undefined ? word : `${name}=${shown(name, value)}`
}

/**
 * @param {import('../instruments/instrument').Instrument} instrument
 * @param {any} finding
 * @param {import('../types/pipeline').Load | null} load
 * @returns {string[]} the verdict: the first lines of the finding's text
 */
function verdictOf (instrument, finding, load) {
  const lines = instrument.format(finding, load)
  const end = lines.findIndex((line) => /^(\s|$)/.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

module.exports = { STDOUT, assertPrintable, commandLineOf, keep, print, verdictOf }
