'use strict'

const { table } = require('./document')
const { html } = require('./html')
const { INK, styleOf } = require('./axes')

// The same picture twice, for screens and for telephones: text that shrinks with its picture cannot be read.
const WIDE = 720
const NARROW = 340

/**
 * @typedef {object} Picture
 * @property {string} title with the unit
 * @property {string} [note] what it shows, in a sentence
 * @property {string[]} legend the names of its series, in the order of their styles (see axes.js); empty where
 *   it needs none
 * @property {'line' | 'glyph'} legendAs what its series are drawn with
 * @property {number} height px
 * @property {(width: number) => unknown} draw what is in it, so many px wide
 * @property {{ head: string[], rows: string[][] }} table the numbers that it draws
 */

/**
 * A picture on a page, with the numbers behind it for those who would rather read.
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
