'use strict'

const { symbol, symbolTriangle } = require('d3-shape')
const { axisBelow, INK, LABEL_GAP, px, RULE, scaleOf, styleOf } = require('./axes')
const { html } = require('./html')

const ROW_HEIGHT = 34
const AXIS_HEIGHT = 46
const LETTER_WIDTH = 7 // px per letter of a label
const LINE_HEIGHT = 13 // px
const MOST_FOR_LABELS = 0.38 // share of the width
// Area of a point, px².
const SIZE = 95
const FAINT_SIZE = 50

/**
 * @typedef {object} Mark one kind of point
 * @property {string} name
 * @property {[value: number, row: number][]} points
 * @property {boolean} [faint] drawn less prominently, because there are many
 * @property {boolean} [atLeast] lower bounds: the true value is there or higher
 * @property {number[]} [atMost] rows with an upper bound: the true value is there or nearer to zero
 */

/**
 * Draws one row per name, with points and a line from low to high.
 *
 * @param {object} what
 * @param {string} what.title with the unit
 * @param {string} [what.note]
 * @param {'value' | 'log'} [what.scale] from 0, or logarithmic
 * @param {number} [what.most] upper end of the scale, if known
 * @param {string[]} what.rows names, from top to bottom
 * @param {Mark[]} what.marks
 * @param {[low: number, high: number, row: number][]} [what.spans]
 * @param {'rows' | 'marks'} what.colours whether colours distinguish rows or marks
 * @param {import('./figure').Picture['table']} what.table
 * @returns {import('./figure').Picture}
 */
function dots ({ title, note, scale = 'value', most, rows, marks, spans = [], colours, table }) {
  const canBeDrawn = (/** @type {number} */ value) => Number.isFinite(value) && (scale === 'value' || value > 0)
  const colourOf = (/** @type {number} */ mark, /** @type {number} */ row) =>
    styleOf(colours === 'rows' ? row : mark).colour
  return {
    title,
    note,
    legend: colours === 'marks' ? marks.map(({ name }) => name) : [],
    legendAs: 'glyph',
    height: AXIS_HEIGHT + ROW_HEIGHT * rows.length,
    draw (width) {
      const room = Math.min(LETTER_WIDTH * Math.max(...rows.map(({ length }) => length)), MOST_FOR_LABELS * width)
      const box = { top: 4, left: room + 12, right: width - 28, bottom: 4 + ROW_HEIGHT * rows.length }
      const seen = spans.filter(([low, high]) => canBeDrawn(low) && canBeDrawn(high))
      const values = [
        ...marks.flatMap(({ points }) => points.map(([value]) => value)),
        ...seen.flatMap(([low, high]) => [low, high])
      ].filter(canBeDrawn)
      const x = scaleOf(scale, values, [box.left + LABEL_GAP, box.right], most)
      const y = (/** @type {number} */ row) => box.top + ROW_HEIGHT * (row + 0.5)
      const spanColour = (/** @type {number} */ row) => (colours === 'rows' ? colourOf(0, row) : INK)
      return html`${axisBelow(x, box, { grid: true })}${rows.map((name, row) => [line([box.left, box.right], y(row), { colour: RULE, width: 1 }), label(name, { x: box.left - LABEL_GAP, y: y(row), room })])}
${seen.map(([low, high, row]) => line([x(low), x(high)], y(row), { colour: spanColour(row), width: 3 }))}
${marks.map((mark, i) =>
  mark.points
    .filter(([value]) => canBeDrawn(value))
    .map(([value, row]) =>
      point(mark, row, {
        x: x(value),
        y: y(row),
        colour: colourOf(i, row),
        type: styleOf(colours === 'rows' ? 0 : i).symbol
      })
    )
)}`
    },
    table
  }
}

/**
 * @param {Mark} mark
 * @param {number} row
 * @param {{ x: number, y: number, colour: string, type: import('d3-shape').SymbolType }} look of a regular point; a
 *   bound is a triangle that points towards the true value
 */
function point ({ faint, atLeast, atMost = [] }, row, { x, y, colour, type }) {
  const turn = atLeast ? 90 : atMost.includes(row) ? -90 : 0
  const shape = symbol(turn ? symbolTriangle : type, faint ? FAINT_SIZE : SIZE).digits(1)()
  return html`<path d="${shape}" transform="translate(${px(x)} ${px(y)})${turn ? ` rotate(${turn})` : ''}" fill="${colour}" opacity="${faint ? 0.45 : 1}"/>`
}

/**
 * @param {[from: number, to: number]} xs px
 * @param {number} y px
 * @param {{ colour: string, width: number }} look
 */
function line ([from, to], y, { colour, width }) {
  return html`<path d="M${px(from)} ${px(y)}H${px(to)}" stroke="${colour}" stroke-width="${width}"/>`
}

/**
 * Draws a name beside its row, wrapped to as many lines as needed.
 *
 * @param {string} name
 * @param {{ x: number, y: number, room: number }} place px
 */
function label (name, { x, y, room }) {
  const letters = Math.max(1, Math.floor(room / LETTER_WIDTH))
  const parts = name.match(new RegExp(`.{1,${letters}}`, 'gsu')) ?? []
  const first = y - (LINE_HEIGHT * (parts.length - 1)) / 2
  return html`<text text-anchor="end">${parts.map((part, i) => html`<tspan x="${px(x)}" y="${px(first + LINE_HEIGHT * i)}" dy="0.35em">${part}</tspan>`)}</text>`
}

module.exports = { dots }
