'use strict'

const { INK, axis, styleOf } = require('./look')

const ROW_HEIGHT = 34
const AXIS_HEIGHT = 46
const LETTER_WIDTH = 7 // px, of the labels
const MOST_FOR_LABELS = 0.38 // of the width

/**
 * @typedef {object} Mark one kind of point
 * @property {string} name
 * @property {[value: number, row: number][]} points
 * @property {boolean} [faint] one of many, that the eye should not stop at
 * @property {boolean} [atLeast] the true value lies there, or further on
 */

/**
 * A row for each name, with points and a line from low to high in it.
 *
 * @param {object} what
 * @param {string} what.title with the unit
 * @param {string} [what.note]
 * @param {'value' | 'log'} [what.scale] from 0, or logarithmic
 * @param {number} [what.most] where the scale ends, where that is known
 * @param {string[]} what.rows names, from the top
 * @param {Mark[]} what.marks
 * @param {[low: number, high: number, row: number][]} [what.spans]
 * @param {'rows' | 'marks'} what.colours what has a colour of its own
 * @param {import('./figure').Picture['table']} what.table
 * @returns {import('./figure').Picture}
 */
function dots ({ title, note, scale = 'value', most, rows, marks, spans = [], colours, table }) {
  const canBeDrawn = (/** @type {number} */ value) => Number.isFinite(value) && (scale === 'value' || value > 0)
  const colourOf = (/** @type {number} */ mark, /** @type {number} */ row) => styleOf(colours === 'rows' ? row : mark).colour
  return {
    title,
    note,
    legend: colours === 'marks' ? marks.map(({ name }) => name) : [],
    legendAs: 'glyph',
    height: AXIS_HEIGHT + ROW_HEIGHT * rows.length,
    option (width) {
      const room = Math.min(LETTER_WIDTH * Math.max(...rows.map(({ length }) => length)), MOST_FOR_LABELS * width)
      return {
        grid: { top: 4, left: room + 12, right: 22, bottom: AXIS_HEIGHT - 4 },
        xAxis: { ...axis(), type: scale, max: most },
        yAxis: { ...axis(), type: 'category', data: rows, inverse: true, axisLabel: { color: INK, width: room, overflow: 'breakAll', interval: 0 }, splitLine: { show: true, lineStyle: axis().splitLine.lineStyle } },
        series: [
          spanSeries(spans.filter(([low, high]) => canBeDrawn(low) && canBeDrawn(high)), (row) => colours === 'rows' ? colourOf(0, row) : INK),
          ...marks.map(({ points, faint, atLeast }, mark) => ({
            type: 'scatter',
            silent: true,
            symbol: atLeast ? 'triangle' : styleOf(colours === 'rows' ? 0 : mark).symbol,
            symbolRotate: atLeast ? -90 : 0,
            symbolSize: faint ? 8 : 11,
            data: points.filter(([value]) => canBeDrawn(value)).map(([value, row]) => ({ value: [value, row], itemStyle: { color: colourOf(mark, row), opacity: faint ? 0.45 : 1 } }))
          }))
        ]
      }
    },
    table
  }
}

/**
 * @param {[low: number, high: number, row: number][]} spans
 * @param {(row: number) => string} colour
 */
function spanSeries (spans, colour) {
  return {
    type: 'custom',
    silent: true,
    encode: { x: [0, 1], y: 2 },
    data: spans,
    renderItem (/** @type {any} */ _, /** @type {any} */ api) {
      const row = api.value(2)
      const [[x1, y], [x2]] = [api.coord([api.value(0), row]), api.coord([api.value(1), row])]
      return { type: 'line', shape: { x1, x2, y1: y, y2: y }, style: { stroke: colour(row), lineWidth: 3 } }
    }
  }
}

module.exports = { dots }
