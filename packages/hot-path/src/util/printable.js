'use strict'

// Names, paths, messages and logs come from other people's code, and are shown in terminals, Markdown, pages and CI
// logs. There, they must do nothing.

// What a terminal obeys and does not show: escape sequences as a whole, and all other control characters.
// Source: ECMA-48, 5.4 (CSI) and 8.3.89 (OSC), 5.6 (DCS, SOS, PM, APC).
/* eslint-disable no-control-regex */
const SEQUENCE =
  /(?:\x1b\[|\x9b)[\x20-\x3f]*[\x40-\x7e]|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/g
const BREAKS = /[\t\n\v\f\r\x85\u2028\u2029]+/g
const CONTROL = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g
/* eslint-enable no-control-regex */
// Marks that change the order of what follows, and characters that nobody sees. Source: Unicode 15, general category
// Cf. The joiners of emoji and of Persian (U+200C, U+200D) stay.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
// What the runner of GitHub Actions takes for a command. Source: actions/runner, ActionCommand.cs: `::` at the start
// of a line, behind blanks too, and `##[` anywhere in it.
const COMMAND = /^(\s*):(?=:)/
const OLD_COMMAND = /##(?=\[)/g
// Nearly all names are so.
const HARMLESS = /^(?!\s*::)(?!.*##\[)[\x20-\x7e]*$/
// The field of a record that has what a server printed.
const OF_SEVERAL_LINES = 'words'

/**
 * @param {string} text of somebody else
 * @returns {string} one line that shows the same, and that neither a terminal nor a CI system obeys
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
 * @param {string} text of several lines
 * @returns {string} the same, each line as by `printable()`
 */
function printableLines (text) {
  if (HARMLESS.test(text)) return text
  return text.replace(SEQUENCE, '').split(/\r?\n/).map(printable).join('\n')
}

/**
 * @template T
 * @param {T} record
 * @param {string} [field] of which it is the value
 * @returns {T} the same, with all names and texts in it printable
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
