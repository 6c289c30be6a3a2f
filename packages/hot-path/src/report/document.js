'use strict'

const fs = require('fs')
const path = require('path')
const { html, raw } = require('./html')
const { withInterval } = require('../util/format')

const STYLE = fs.readFileSync(path.join(__dirname, 'style.css'), 'utf8')
// Pages are static: they run no scripts and load no resources.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * Renders a page as one HTML file without scripts, which can be opened from disk.
 *
 * @param {{ title: string, body: unknown }} content text is escaped, HTML is not (see html.js)
 * @returns {string}
 */
function document ({ title, body }) {
  return `<!doctype html>\n${html`<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${raw(STYLE)}</style>
<main>
<h1>${title}</h1>
${body}
</main>
</html>
`}`
}

/**
 * @param {string} text of a file
 * @returns {boolean} whether `document` created it
 */
function isDocument (text) {
  return text.includes(html`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`.toString())
}

/**
 * Renders a table. The first cell of each row is its header. Other cells that start with a digit, or with a sign and a
 * digit, are aligned as numbers.
 *
 * @param {unknown[]} head
 * @param {unknown[][]} rows text is escaped, HTML is not
 * @param {string} [caption] name for screen readers
 */
function table (head, rows, caption = 'Table') {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${caption}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(toCell)}</tr>`)}</tbody>
</table></div>`
}

/** @param {unknown} cell */
function toCell (cell) {
  return typeof cell === 'string' && /^[-+≥]? ?\d/.test(cell)
    ? html`<td class="number">${cell}</td>`
    : html`<td>${cell}</td>`
}

/** @param {import('../types/verdict').JudgedClaim[]} claims with their verdicts and measured values */
function claimList (claims) {
  return claims.map(
    ({ text, verdict, ratio, interval }) =>
      html`<p><code>${verdict}</code> ${text} Measured: ${withInterval(ratio, interval)}.</p>`
  )
}

/**
 * Renders the validity warnings of a page.
 *
 * @param {unknown[]} reasons text is escaped, HTML is not
 */
function doubts (reasons) {
  if (reasons.length === 0) return ''
  return html`<section class="doubts"><h2>Doubts</h2><ul>
${reasons.map((reason) => html`<li>${reason}</li>`)}
</ul></section>`
}

module.exports = { claimList, document, doubts, isDocument, table }
