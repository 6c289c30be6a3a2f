'use strict'

// Sanitises names, paths, messages and logs from the user's code before they appear in terminals, Markdown, pages and
// CI logs, where they must have no side effects.

// Input that a terminal interprets instead of showing: whole escape sequences and all other control characters.
// Source: ECMA-48, 5.4 (CSI) and 8.3.89 (OSC), 5.6 (DCS, SOS, PM, APC).
/* eslint-disable no-control-regex */
const SEQUENCE =
  /(?:\x1b\[|\x9b)[\x20-\x3f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g
const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g
/* eslint-enable no-control-regex */
// Bidirectional control characters and invisible characters. Source: Unicode 15, general category Cf. The joiners used
// in emoji and Persian (U+200C, U+200D) are kept.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// Commands of the GitHub Actions runner: `::` at the start of a line, also after blanks, and `##[` anywhere in it.
// Source: actions/runner, ActionCommand.cs.
const COMMAND = /^(\s*):(?=:)/
const OLD_COMMAND = /##(?=\[)/g
// Fast path: nearly all names match.
const HARMLESS = /^(?!\s*::)(?!.*##\[)[\x20-\x7e]*$/
// The record field that contains server output.
const OF_SEVERAL_LINES = 'words'

/**
 * @param {string} text untrusted text
 * @returns {string} the visible text on one line, without anything that a terminal or CI system interprets
 */
function printable (text) {
  if (HARMLESS.test(text)) return text
  return text
    .replace(SEQUENCE, '')
    .replace(BREAKS, ' ')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(OLD_COMMAND, '## ')
    .replace(COMMAND, '$1: ')
}

/**
 * @param {string} text untrusted text of several lines
 * @returns {string} the lines, each sanitised by `printable()`
 */
function printableLines (text) {
  if (HARMLESS.test(text)) return text
  return text.replace(SEQUENCE, '').split(/\r?\n/).map(printable).join('\n')
}

/**
 * @template T
 * @param {T} record
 * @param {string} [field] name of the field that holds `record`, in a recursive call
 * @returns {T} a copy with all names and texts sanitised
 */
function printableIn (record, field = '') {
  if (typeof record === 'string') {
    return /** @type {any} */ (field === OF_SEVERAL_LINES ? printableLines(record) : printable(record))
  }
  if (Array.isArray(record)) return /** @type {any} */ (record.map((one) => printableIn(one, field)))
  if (record === null || typeof record !== 'object') return record
  const fields = Object.entries(record).map(([name, one]) => [printable(name), printableIn(one, name)])
  return /** @type {any} */ (Object.fromEntries(fields))
}

module.exports = { printable, printableIn, printableLines }
