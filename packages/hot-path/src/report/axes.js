'use strict'

const { scaleLinear, scaleLog } = require('d3-scale')
const { symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } = require('d3-shape')
const { rounded } = require('../util/format')
const { html } = require('./html')

/** @typedef {import('d3-scale').ScaleContinuousNumeric<number, number>} Scale maps values to px */
/** @typedef {{ top: number, right: number, bottom: number, left: number }} Box edges in px */

// Space for axis labels, px.
const LETTER = 7
const LABEL_WIDTH = 56
const LABEL_HEIGHT = 36
const LABEL_GAP = 6
// A logarithmic axis spans at least this ratio: a narrower one would make noise look like a difference.
const LEAST_RATIO = 1.2

/**
 * Returns a scale that ends where the data end.
 *
 * @param {'value' | 'log'} kind a `value` scale includes 0
 * @param {number[]} values without NaN; above 0 for a logarithmic scale
 * @param {[from: number, to: number]} range px
 * @param {number} [most] upper end of a `value` scale, if known
 * @returns {Scale}
 */
function scaleOf (kind, values, range, most) {
  const [low, high] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity]
  )
  if (kind === 'value') return scaleLinear([Math.min(0, low), most ?? (Math.max(0, high) || 1)], range).clamp(most !== undefined)
  const beyond = Math.sqrt(Math.max(1, LEAST_RATIO / (high / low)))
  return scaleLog(low < Infinity ? [low / beyond, high * beyond] : [1, 10], range)
}

/**
 * Draws the horizontal axis, with grid lines across the chart if `grid` is true.
 *
 * @param {Scale} scale
 * @param {Box} box
 * @param {{ name?: string, grid?: boolean }} [options]
 */
function axisBelow (scale, { top, bottom, left, right }, { name, grid = false } = {}) {
  const wide = (/** @type {number} */ value) => LETTER * rounded(value).length
  const ticks = ticksOf(scale, right - left, Math.max(LABEL_WIDTH, wide(scale.domain()[1]) + LABEL_GAP))
  return html`<path d="M${left} ${px(bottom)}H${px(right)}" stroke="${RULE}"/>${ticks.map((value) => {
    const x = px(scale(value))
    return html`<path d="M${x} ${px(grid ? top : bottom)}V${px(bottom + (grid ? 0 : 4))}" stroke="${RULE}"/>
<text x="${px(Math.min(scale(value), right + LABEL_GAP - wide(value) / 2))}" y="${px(bottom + 18)}" text-anchor="middle">${rounded(value)}</text>`
  })}${name ? html`<text x="${px((left + right) / 2)}" y="${px(bottom + 36)}" text-anchor="middle">${name}</text>` : ''}`
}

/**
 * Draws the vertical axis, with grid lines across the chart.
 *
 * @param {Scale} scale
 * @param {Box} box
 */
function axisBeside (scale, { top, bottom, left, right }) {
  return ticksOf(scale, bottom - top, LABEL_HEIGHT).map(
    (value) => html`<path d="M${left} ${px(scale(value))}H${px(right)}" stroke="${RULE}"/>
<text x="${px(left - LABEL_GAP)}" y="${px(scale(value))}" dy="0.35em" text-anchor="end">${rounded(value)}</text>`
  )
}

/**
 * @param {Scale} scale
 * @param {number} length px
 * @param {number} least distance between two labels, px
 * @returns {number[]} the ticks; on a logarithmic scale, round numbers have priority
 */
function ticksOf (scale, length, least) {
  if (!('base' in scale)) return scale.ticks(Math.max(2, Math.floor(length / least)))
  const ranked = scale.ticks().sort((a, b) => digitRank(a) - digitRank(b))
  /** @type {number[]} */
  const kept = []
  for (const tick of ranked) {
    if (kept.every((other) => Math.abs(scale(tick) - scale(other)) >= least)) kept.push(tick)
  }
  return kept.sort((a, b) => a - b)
}

/**
 * @param {number} value
 * @returns {number} 0 for a power of ten, 1 for 2 or 5 times one, 2 for other numbers
 */
function digitRank (value) {
  const digits = value.toExponential(5).split('e')[0]
  return Number(digits) === 1 ? 0 : ['2.00000', '5.00000'].includes(digits) ? 1 : 2
}

/** @param {number} value */
function px (value) {
  return String(Math.round(10 * value) / 10)
}

/** @typedef {import('d3-shape').SymbolType} SymbolType */

// Styles of all charts. The colours themselves are in style.css, for light and dark mode.

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
 * Returns the style that distinguishes a series: colour, symbol and dashes (not all readers can distinguish colours).
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

module.exports = { axisBelow, axisBeside, INK, LABEL_GAP, px, RULE, scaleOf, styleOf }
