'use strict'

const { symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } = require('d3-shape')

/** @typedef {import('d3-shape').SymbolType} SymbolType */

// How everything on a page looks. The colours themselves are in style.css, for light and for dark.

const COLOURS = 6
/** @type {[SymbolType, string][]} */
const SYMBOLS = [
  [symbolCircle, '●'],
  [symbolSquare, '■'],
  [symbolTriangle, '▲'],
  [symbolDiamond, '◆']
]
const DASHES = /** @type {const} */ (['solid', 'dashed', 'dotted'])

const INK = 'var(--ink)'
const RULE = 'var(--rule)'

/**
 * What tells one series from the others: colour, and more than colour, for those who do not see it.
 *
 * @param {number} index of the series
 */
function styleOf (index) {
  const [symbol, glyph] = SYMBOLS[index % SYMBOLS.length]
  return {
    colour: `var(--series-${(index % COLOURS) + 1})`,
    symbol,
    glyph,
    dash: DASHES[Math.floor(index / COLOURS + index) % DASHES.length]
  }
}

module.exports = { INK, RULE, styleOf }
