'use strict'

const { line } = require('d3-shape')
const { median } = require('../verdict/statistics')
const { axisBelow, axisBeside, px, RULE, scaleOf, styleOf } = require('./axes')
const { html } = require('./html')
const { rounded } = require('../util/format')

/** @typedef {[x: number, y: number]} Point */

const HEIGHT = 220
const ROWS = 10 // of the table: more are not read

/**
 * Draws several series over the same x axis, as lines.
 *
 * @param {object} what
 * @param {string} what.title with the unit
 * @param {string} [what.note]
 * @param {string} what.xName with the unit
 * @param {'value' | 'log'} [what.scale] of the y axis
 * @param {Record<string, Point[]>} what.lines points, by name of the series
 * @param {[from: number, to: number]} [what.shaded] range of x
 * @returns {import('./figure').Picture}
 */
function lines ({ title, note, xName, scale = 'value', lines, shaded }) {
  const names = Object.keys(lines)
  return {
    title,
    note,
    legend: names.length > 1 ? names : [],
    legendAs: 'line',
    height: HEIGHT,
    draw (width) {
      const box = { top: 12, left: 56, right: width - 12, bottom: HEIGHT - 44 }
      const drawn = Object.values(lines).map((points) =>
        points.filter(([, y]) => Number.isFinite(y) && (scale === 'value' || y > 0))
      )
      const x = scaleOf('value', drawn.flat().map(([x]) => x), [box.left, box.right])
      const y = scaleOf(scale, drawn.flat().map(([, y]) => y), [box.bottom, box.top])
      return html`${shaded ? band([x(shaded[0]), x(shaded[1])], box) : ''}${axisBeside(y, box)}${axisBelow(x, box, { name: xName })}${drawn.map((points, i) => stroke(points, { x, y }, i))}`
    },
    table: { head: [xName, ...names], rows: rowsOf(Object.values(lines)) }
  }
}

/**
 * @param {[from: number, to: number]} xs px
 * @param {import('./axes').Box} box
 */
function band ([from, to], { top, bottom }) {
  return html`<rect x="${px(from)}" y="${top}" width="${px(to - from)}" height="${px(bottom - top)}" fill="${RULE}" opacity="0.4"/>`
}

// Dash patterns for lines that are 2 px wide.
const DASHES = { solid: 'none', dashed: '7 4', dotted: '2 3' }

/**
 * @param {Point[]} points
 * @param {{ x: import('./axes').Scale, y: import('./axes').Scale }} scales
 * @param {number} index of the series
 */
function stroke (points, { x, y }, index) {
  const { colour, dash } = styleOf(index)
  const path = line()
    .digits(1)
    .x(([at]) => x(at))
    .y(([, value]) => y(value))
  return html`<path d="${path(points)}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="bevel" stroke-dasharray="${DASHES[dash]}"/>`
}

/**
 * @param {Point[][]} series
 * @returns {string[][]} one row for each tenth of the x range: its start, and the median of each series in it
 */
function rowsOf (series) {
  const xs = series.flat().map(([x]) => x)
  if (xs.length === 0) return []
  const begin = xs.reduce((a, b) => Math.min(a, b)) // too many values for `Math.min(...xs)`
  const end = xs.reduce((a, b) => Math.max(a, b))
  const width = (end - begin) / ROWS || 1
  const inRow = (/** @type {number} */ x) => Math.min(ROWS - 1, Math.floor((x - begin) / width))
  return Array.from({ length: ROWS }, function (_, row) {
    const cells = series.map(function (points) {
      const ys = points.filter(([x]) => inRow(x) === row).map(([, y]) => y)
      return ys.length ? rounded(median(ys)) : ''
    })
    return [rounded(begin + row * width), ...cells]
  }).filter(([, ...cells]) => cells.some(Boolean))
}

module.exports = { lines }
