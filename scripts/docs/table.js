'use strict'

/**
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string} Markdown
 */
function table (head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/**
 * @param {number} part
 * @param {number} all
 * @returns {string} `3 of 4 (75 %)`
 */
function share (part, all) {
  return `${part} of ${all} (${wholePercent(part / all)})`
}

/** @param {number} share 0-1 */
function wholePercent (share) {
  return `${(100 * share).toFixed(0)} %`
}

module.exports = { share, table, wholePercent }
