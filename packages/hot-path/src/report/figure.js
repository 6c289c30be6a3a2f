'use strict'

const { table } = require('./document')
const { html } = require('./html')
const { INK, styleOf } = require('./axes')

// Each chart is drawn twice, for desktop and mobile screens: text that shrinks with its chart becomes unreadable.
const WIDE = 600
const NARROW = 340

/**
 * @typedef {object} Picture a chart
 * @property {string} title with the unit
 * @property {string} [note] what the chart shows, in a sentence
 * @property {string[]} legend names of the series, in the order of their styles (see axes.js); empty for no legend
 * @property {'line' | 'glyph' | string[]} legendAs how the legend shows a series: its line, its symbol, or these fills
 * @property {number} height px
 * @property {boolean} [isFluid] whether the content has its widths in percent, and is drawn once for all screens
 * @property {(width: number) => unknown} draw draws the content at a width in px
 * @property {{ head: string[], rows: string[][] }} table the numbers of the chart
 */

/**
 * Renders a chart on a page, with a table of its numbers.
 *
 * @param {Picture} picture
 */
function figure (picture) {
  const { title, note, legend, legendAs, isFluid, table: { head, rows } } = picture
  return html`<figure${isFluid ? html` class="fluid"` : ''}>
<figcaption>${title}</figcaption>
${isFluid ? drawn(picture) : [drawn(picture, WIDE, 'wide'), drawn(picture, NARROW, 'narrow')]}
${legend.length ? html`<ul class="legend">${legend.map((name, i) => html`<li>${sign(legendAs, i)} ${name}</li>`)}</ul>` : ''}
${note ? html`<p>${note}</p>` : ''}
<details><summary>Show the numbers</summary>
${table(head, rows, `Numbers of the chart: ${title}`)}
</details>
</figure>`
}

/**
 * @param {Picture} picture
 * @param {number} [width] px; fluid without it
 * @param {string} [className]
 */
function drawn ({ title, height, draw }, width = 0, className = '') {
  const size = width ? html`viewBox="0 0 ${width} ${height}"` : html`height="${height}"`
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="${className}" role="img" aria-label="${title}" ${size} font-family="system-ui, sans-serif" font-size="12" fill="${INK}">${draw(width)}</svg>`
}

/**
 * @param {Picture['legendAs']} kind
 * @param {number} index of the series
 */
function sign (kind, index) {
  const { colour, dash, glyph } = styleOf(index)
  if (kind === 'line') return html`<span class="stroke" style="border-color: ${colour}; border-top-style: ${dash}"></span>`
  if (kind === 'glyph') return html`<span aria-hidden="true" style="color: ${colour}">${glyph}</span>`
  return html`<span class="swatch" style="background: ${kind[index]}"></span>`
}

module.exports = { figure }
