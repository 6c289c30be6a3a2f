'use strict'

// How everything on a page looks. The colours themselves are in style.css, for light and for dark.

const COLOURS = 6
const SYMBOLS = [['circle', '●'], ['rect', '■'], ['triangle', '▲'], ['diamond', '◆']]
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
    colour: `var(--series-${index % COLOURS + 1})`,
    symbol,
    glyph,
    dash: DASHES[Math.floor(index / COLOURS + index) % DASHES.length]
  }
}

/**
 * @param {string} [name]
 * @returns {any} what all axes share
 */
function axis (name) {
  const line = { lineStyle: { color: RULE } }
  return {
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: INK },
    axisLabel: { color: INK, hideOverlap: true },
    axisLine: line,
    axisTick: line,
    splitLine: line,
    minorSplitLine: { show: false }
  }
}

module.exports = { INK, RULE, axis, styleOf }
