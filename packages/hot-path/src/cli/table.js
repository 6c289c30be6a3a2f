'use strict'

/**
 * Cells under each other.
 *
 * @param {string[][]} rows
 * @param {string} [indent]
 * @param {string} [alignment] one letter for each column: `l` for text, `r` for numbers; text where there is none
 * @returns {string[]} lines
 */
function columns (rows, indent = '', alignment = '') {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((cells) => cells[i].length)))
  return rows.map(
    (cells) =>
      indent +
      cells
        .map(function (cell, i) {
          return alignment[i] === 'r' ? cell.padStart(widths[i]) : cell.padEnd(widths[i])
        })
        .join('  ')
        .trimEnd()
  )
}

module.exports = { columns }
