'use strict'

// Formats Markdown for a terminal of 80 columns, without colours.

const path = require('path')
const { wrap } = require('hot-path/reporting')

const WIDTH = 78
const ITEM = /^(- |\d+\. )/

/**
 * @param {string} markdown
 * @returns {string}
 */
function toTerminal (markdown) {
  const [...parts] = markdown.replace(/<!--[^]*?-->\n?|<picture>[^]*?<\/picture>/g, '').split(/^(```\w*\n[^]*?^```$)/m)
  return parts
    .flatMap((part) => (part.startsWith('```') ? [codeIn(part)] : part.split(/\n{2,}/).map(blockOf)))
    .filter((block) => block !== '')
    .join('\n\n')
}

/** @param {string} fenced */
function codeIn (fenced) {
  return fenced.split('\n').slice(1, -1).map((line) => `    ${line}`).join('\n')
}

/**
 * @param {string} block without empty lines
 * @returns {string}
 */
function blockOf (block) {
  const text = block.trim()
  if (text.startsWith('|')) return rowsOf(text)
  // What a server printed stays as it is.
  const printed = text.indexOf('\n| ')
  if (printed > 0) return [blockOf(text.slice(0, printed)), text.slice(printed + 1)].join('\n')
  if (text.startsWith('#')) return headingOf(plain(text.replace(/^#+ /, '')))
  const [first, ...items] = text.split(/\n(?=- |\d+\. )/)
  return [first, ...items].map(lineOf).filter((line) => line !== '').join('\n')
}

/** @param {string} text */
function headingOf (text) {
  return `${text}\n${'-'.repeat(text.length)}`
}

/** @param {string} text a paragraph or a list item */
function lineOf (text) {
  const [mark = ''] = ITEM.exec(text) ?? []
  const lines = wrap(plain(text.slice(mark.length)), WIDTH - mark.length)
  return lines.map((line, i) => `${i === 0 ? mark : ' '.repeat(mark.length)}${line}`).join('\n')
}

/**
 * @param {string} table
 * @returns {string} one list item per row: the first cell, then each other cell with its column name
 */
function rowsOf (table) {
  const [head, , ...rows] = table.split('\n').map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
  return rows
    .map(([first, ...cells]) => lineOf(`- ${first}${first.endsWith('.') ? '' : ':'} ${cells.map((cell, i) => `${head[i + 1]}: ${cell}`).join('; ')}`))
    .join('\n')
}

/** @param {string} markdown */
function plain (markdown) {
  /** @type {string[]} */
  const spans = []
  return markdown
    // Protect code spans: they contain no emphasis.
    .replace(/`[^`]+`/g, (span) => `\0${spans.push(span) - 1}\0`)
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    // Show web addresses, which terminals link; omit paths of local files.
    .replace(/\[([^\]]*)\]\((https?:[^)]*)\)/g, '$1 ($2)')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*?([^*]+)\*\*?/g, '$1')
    .replace(/\0(\d+)\0/g, (_, i) => spans[Number(i)])
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * @param {string} file
 * @returns {string} path relative to the working directory, with slashes
 */
function relative (file) {
  return path.relative(process.cwd(), file).split(path.sep).join('/')
}

module.exports = { relative, toTerminal }
