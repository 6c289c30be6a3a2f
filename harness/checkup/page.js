'use strict'

const { document, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { rounded } = require('../report/numbers')
const { adviceOn } = require('./advice')
const { picturesOf } = require('./pictures')

/** @typedef {import('./records').Examination} Examination */
/** @typedef {import('./records').Stretch} Stretch */
/** @typedef {import('./records').Finding} Finding */

/**
 * The page of a check-up: findings with their evidence, and the series that they were judged by. One file, without scripts.
 *
 * @param {{ subject: import('../records').Subject, examination: Examination, stretch: Stretch, findings: Finding[] }} checkup
 * @returns {string} HTML
 */
function page ({ subject, examination, stretch, findings }) {
  const { node, cores, connections } = examination
  return document({
    title: `Check-up of ${subject.id}`,
    body: html`<p>${subject.title}. Node ${node}, ${cores} cores, ${connections} connections. Judged: ${rounded(stretch.seconds)} s, shaded in the pictures, with ${rounded(stretch.requests)} requests. The check-up itself took ${rounded(100 * stretch.observerShare)} % of the main thread's time.</p>
${findings.map(section)}
<h2>What it was judged by</h2>
<div class="pictures">${picturesOf(examination, stretch).map(figure)}</div>`
  })
}

/** @param {Finding} finding */
function section ({ name, sentence, evidence }) {
  const { means, next } = adviceOn(name)
  return html`<section>
<h2>${name}</h2>
<p><strong>${sentence}</strong> ${means}</p>
${table(
  ['evidence', 'value', 'limit', 'why this limit'],
  evidence.map(({ what, value, limit, why }) => [what, rounded(value), limit === undefined ? '' : rounded(limit), why]),
  `Evidence of ${name}`
)}
<p><strong>Next:</strong> ${next.split('`').map((part, i) => i % 2 ? html`<code>${part}</code>` : part)}</p>
</section>`
}

module.exports = { page }
