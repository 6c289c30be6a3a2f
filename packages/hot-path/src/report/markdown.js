'use strict'

// Formats text as GitHub-flavoured Markdown. Pure.

const { excerpt } = require('../source/source')
const { wholePercent } = require('../util/format')

// A report has fewer than 60 lines, so that it can be read in an issue, in a chat or by a language model.
const MOST_TEXT_LINES = 35
const MOST_FUNCTIONS = 1
const LINES_AFTER = 8

/**
 * @param {string[]} head
 * @param {(string | null)[][]} rows
 * @returns {string} a table
 */
function table (head, rows) {
  const line = (/** @type {(string | null)[]} */ cells) => `| ${cells.map((cell) => (cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * @param {string} text
 * @returns {string} Markdown that shows the text literally. A zero-width space prevents mentions and issue links, as in
 *   Renovate.
 */
function escaped (text) {
  return text.replace(/[\\`*_{}[\]<>#|~]/g, '\\$&').replace(/@(?=\w)|#(?=\d)/g, '$&&#8203;')
}

/**
 * @param {string} text
 * @returns {string} a code span, also for text with backticks
 */
function code (text) {
  const fence = '`'.repeat(longestTicks(text) + 1)
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

/**
 * @param {string[]} lines
 * @param {string} [language]
 * @returns {string} a code block
 */
function block (lines, language = '') {
  const fence = '`'.repeat(Math.max(3, longestTicks(lines.join('\n')) + 1))
  return [fence + language, ...lines, fence].join('\n')
}

/** @param {string} text */
function longestTicks (text) {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
}

/**
 * Formats what an instrument has found: the conclusion, the text as on a terminal, the source lines of the hottest
 * functions (other findings have them in their text), what to do next, and what was run.
 *
 * @param {object} finding
 * @param {string[]} finding.conclusion first lines of the text
 * @param {string[]} finding.lines all lines of the text
 * @param {import('../types/pipeline').HotFunction[]} [finding.hottest]
 * @param {string} [finding.next] what to do, if the text does not say it; may contain code spans
 * @param {string} finding.command the command line
 * @param {string[]} finding.circumstances versions, date
 * @returns {string} fewer than 60 lines
 */
function findingInMarkdown ({ conclusion, lines, hottest = [], next = '', command, circumstances }) {
  const cut = lines.length > MOST_TEXT_LINES ? [...lines.slice(0, MOST_TEXT_LINES - 1), '(more on the page)'] : lines
  return [
    `### ${escaped(conclusion.join(' '))}`,
    block(cut),
    ...hottest.filter(({ kind, calledFrom }) => kind === 'app' || calledFrom).slice(0, MOST_FUNCTIONS).flatMap(hotFunction),
    ...(next ? [`**Next:** ${next}`] : []),
    `**Run:** ${code(command)}; ${circumstances.map(escaped).join(', ')}.`
  ].join('\n\n') + '\n'
}

/** @param {import('../types/pipeline').HotFunction} hot */
function hotFunction (hot) {
  const { file, line, name } = hot.calledFrom ?? hot
  const lines = excerpt({ file: String(file), line: Number(line) }, LINES_AFTER)
  const width = String(lines.at(-1)?.line).length
  const source = lines.map(({ line, text, isIt }) => `${isIt ? '>' : ' '} ${String(line).padStart(width)}  ${text}`)
  const what = hot.calledFrom ? `, which calls ${code(hot.name)}` : ''
  return [`${code(`${file}:${line}`)} ${escaped(name)}${what}, ${wholePercent(hot.self / 100)} of the CPU time`, ...(source.length > 0 ? [block(source, 'js')] : [])]
}

module.exports = { code, escaped, findingInMarkdown, table }
