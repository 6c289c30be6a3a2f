'use strict'

const { table } = require('./document')
const { html } = require('./html')
const { INK, styleOf } = require('./axes')

// Each chart is drawn twice, for desktop and mobile screens: text that shrinks with its chart becomes unreadable.
const WIDE = 720
const NARROW = 340

/**
 * @typedef {object} Picture a chart
 * @property {string} title with the unit
 * @property {string} [note] what the chart shows, in a sentence
 * @property {string[]} legend names of the series, in the order of their styles (see axes.js); empty for no legend
 * @property {'line' | 'glyph'} legendAs how the legend shows a series
 * @property {number} height px
 * @property {(width: number) => unknown} draw draws the content at a width in px
 * @property {{ head: string[], rows: string[][] }} table the numbers of the chart
 */

/**
 * Renders a chart on a page, with a table of its numbers.
 *
 * @param {Picture} picture
 */
function figure (picture) {
  const {
    title,
    note,
    legend,
    legendAs,
    table: { head, rows }
  } = picture
  return html`<figure>
<figcaption>${title}</figcaption>
${note ? html`<p>${note}</p>` : ''}
${drawn(picture, WIDE, 'wide')}
${drawn(picture, NARROW, 'narrow')}
${legend.length ? html`<ul class="legend">${legend.map((name, i) => html`<li>${legendAs === 'line' ? stroke(i) : glyph(i)} ${name}</li>`)}</ul>` : ''}
<details><summary>The numbers</summary>
${table(head, rows, `The numbers of: ${title}`)}
</details>
</figure>`
}

/**
 * @param {Pick<Picture, 'title' | 'height' | 'draw'>} picture
 * @param {number} width px
 * @param {string} [className]
 */
function drawn ({ title, height, draw }, width, className = '') {
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="${className}" role="img" aria-label="${title}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">${draw(width)}</svg>`
}

/** @param {number} index */
function stroke (index) {
  const { colour, dash } = styleOf(index)
  return html`<span class="stroke" style="border-color: ${colour}; border-top-style: ${dash}"></span>`
}

/** @param {number} index */
function glyph (index) {
  const { colour, glyph } = styleOf(index)
  return html`<span aria-hidden="true" style="color: ${colour}">${glyph}</span>`
}

module.exports = { drawn, figure }
