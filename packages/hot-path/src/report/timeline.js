'use strict'

const { axisBelow, INK, scaleOf, styleOf } = require('./axes')
const { html } = require('./html')
const { rounded } = require('../util/format')

/** @typedef {import('../types/source').Row} Row */

const BAR = 20
const ROW = 44
const BELOW = 44
const LABEL_Y = 14

/**
 * Draws requests as bars on one time axis. Each wait has the colour of its source location.
 *
 * @param {{ title: string, note: string, rows: Row[], places: string[] }} requests
 * @returns {import('./figure').Picture}
 */
function timeline ({ title, note, rows, places }) {
  const height = rows.length * ROW + BELOW
  const most = Math.max(0, ...rows.flatMap(({ segments }) => segments.map(({ toMs }) => toMs)))
  return {
    title,
    note,
    legend: places,
    legendAs: 'glyph',
    height,
    draw (width) {
      const box = { top: 0, left: 8, right: width - 16, bottom: height - BELOW }
      const scale = scaleOf('value', [most], [box.left, box.right])
      return html`${rows.map((row, i) => bar(row, i * ROW, scale))}${axisBelow(scale, box, { name: 'time since the start (ms)' })}`
    },
    table: {
      head: ['request', 'from (ms)', 'to (ms)', 'activity'],
      rows: rows.flatMap(({ name, segments }) =>
        segments.map((one) => [name, rounded(one.fromMs), rounded(one.toMs), one.name])
      )
    }
  }
}

/**
 * @param {Row} row
 * @param {number} y
 * @param {import('./axes').Scale} scale
 */
function bar ({ name, segments }, y, scale) {
  return html`<text x="8" y="${y + LABEL_Y}" fill="${INK}">${name}</text>${segments.map(({ name, fromMs, toMs, series }) => {
    const [from, to] = [scale(fromMs), scale(toMs)]
    const fill = series === null ? 'var(--rule)' : styleOf(series).colour
    return html`<g><title>${name}: ${rounded(toMs - fromMs)} ms</title><rect x="${from.toFixed(1)}" y="${y + ROW - BAR - 4}" width="${Math.max(0.5, to - from).toFixed(1)}" height="${BAR}" fill="${fill}"/></g>`
  })}`
}

module.exports = { timeline }
