'use strict'

const { rounded, wholePercent } = require('hot-path/reporting')

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} Markdown
 */
function table (head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * @param {{ text: string, ratio: number | null, interval: [number, number] | null, verdict: string }[]} claims of a lab
 * @returns {string} Markdown table: each claim, and its verdict
 */
function judgedTable (claims) {
  const rows = claims.map(({ text, ratio, interval, verdict }) => [
    text,
    rounded(ratio),
    interval?.map(rounded).join(' to ') ?? '-',
    `\`${verdict}\``
  ])
  return table(['claim', 'measured', '95 % interval', 'verdict'], rows)
}

/**
 * @param {number} part
 * @param {number} all
 * @returns {string} `3 of 4 (75 %)`; `8 of 10000 (0.08 %)`
 */
function share (part, all) {
  const ratio = part / all
  return `${part} of ${all} (${ratio > 0 && ratio < 0.005 ? `${rounded(100 * ratio)} %` : wholePercent(ratio)})`
}

module.exports = { judgedTable, share, table }
