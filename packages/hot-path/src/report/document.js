'use strict'

const fs = require('fs')
const path = require('path')
const { html, raw } = require('./html')
const { withInterval } = require('../util/format')
const { version } = require('../../package.json')

const STYLE = fs.readFileSync(path.join(__dirname, 'style.css'), 'utf8')
// Pages are static: they run no scripts and load no resources.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * @typedef {object} Lead what the first screen says
 * @property {unknown} what the problem, in one sentence
 * @property {unknown} [more] further results, in short
 * @property {unknown} [where] the source line
 * @property {unknown} [next] what to do next
 * @property {unknown} [chart]
 */

/**
 * Renders a page as one HTML file without scripts, which can be opened from disk.
 *
 * @param {{ title: string, lead: Lead, body: unknown }} content text is escaped, HTML is not (see html.js)
 * @returns {string}
 */
function document ({ title, lead: { what, more, where, next, chart }, body }) {
  return `<!doctype html>\n${html`<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${title}</title>
<style>${raw(STYLE)}</style>
<header><b>hot-path</b><h1>${title}</h1></header>
<main>
<section class="lead">
<p class="verdict">${what}</p>
<div>${more ? html`<div class="quiet">${more}</div>` : ''}${where ? html`<h2>Where</h2>${where}` : ''}
${next ? html`<h2>Next</h2><div class="next">${next}</div>` : ''}</div>
${chart}
</section>
${body}
</main>
<footer>hot-path ${version}. This page works offline and runs no scripts.</footer>
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
<thead><tr>${head.map((cell, i) => html`<th scope="col"${rows.some((row) => i && isNumber(row[i])) ? html` class="number"` : ''}>${cell}</th>`)}</tr></thead>
<tbody>${rows.map(([first, ...others]) => html`<tr><th scope="row">${first}</th>${others.map(toCell)}</tr>`)}</tbody>
</table></div>`
}

/** @param {unknown} cell */
function toCell (cell) {
  return html`<td${isNumber(cell) ? html` class="number"` : ''}>${cell}</td>`
}

/** @param {unknown} cell */
function isNumber (cell) {
  return typeof cell === 'string' && /^[-+≥]? ?\d/.test(cell)
}

/** @param {string} text with code in backticks */
function withCode (text) {
  return text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))
}

/** @param {import('../types/verdict').JudgedClaim[]} claims with their verdicts and measured values */
function claimList (claims) {
  const rows = claims.map(({ text, verdict, ratio, interval }) => [text, verdict, withInterval(ratio, interval)])
  return table(['claim', 'verdict', 'measured ratio'], rows, 'Claims')
}

/**
 * Renders the validity warnings of a page.
 *
 * @param {unknown[]} reasons text is escaped, HTML is not
 */
function doubts (reasons) {
  if (reasons.length === 0) return ''
  return html`<section class="doubts"><h2>Warnings</h2><ul>
${reasons.map((reason) => html`<li>${reason}</li>`)}
</ul></section>`
}

module.exports = { claimList, document, doubts, isDocument, table, withCode }
