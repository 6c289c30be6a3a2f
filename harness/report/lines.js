'use strict'

const { median } = require('../statistics')
const { RULE, axis, styleOf } = require('./look')
const { rounded } = require('./numbers')

/** @typedef {[x: number, y: number]} Point */

const HEIGHT = 260
const ROWS = 10 // of the table: nobody reads more

/**
 * Several series over the same x, as lines.
 *
 * @param {object} what
 * @param {string} what.title with the unit
 * @param {string} [what.note]
 * @param {string} what.xName with the unit
 * @param {'value' | 'log'} [what.scale] of y
 * @param {Record<string, Point[]>} what.lines by their names
 * @param {[from: number, to: number]} [what.shaded] a stretch of x
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
    option: () => ({
      grid: { top: 12, left: 56, right: 12, bottom: 44 },
      xAxis: { ...axis(xName), type: 'value', nameGap: 26, splitLine: { show: false } },
      yAxis: { ...axis(), type: scale },
      series: names.map((name, i) => ({
        ...strokeOf(i),
        type: 'line',
        data: scale === 'log' ? lines[name].filter(([, y]) => y > 0) : lines[name],
        markArea: i === 0 && shaded ? { silent: true, itemStyle: { color: RULE, opacity: 0.4 }, data: [[{ xAxis: shaded[0] }, { xAxis: shaded[1] }]] } : undefined
      }))
    }),
    table: { head: [xName, ...names], rows: rowsOf(Object.values(lines)) }
  }
}

/** @param {number} index of the series */
function strokeOf (index) {
  const { colour, dash } = styleOf(index)
  return {
    silent: true,
    showSymbol: false,
    color: colour,
    lineStyle: { width: 2, type: dash, color: colour }
  }
}

/**
 * @param {Point[][]} series
 * @returns {string[][]} a row for each tenth of x: where it begins, and the middle of what each series did in it
 */
function rowsOf (series) {
  const xs = series.flat().map(([x]) => x)
  if (xs.length === 0) return []
  const begin = xs.reduce((a, b) => Math.min(a, b)) // there may be more than fit into one call
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
