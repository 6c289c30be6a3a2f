'use strict'

const { document, doubts, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { rounded } = require('../base/numbers')
const { adviceOn } = require('./advice')
const { titleOf } = require('./findings')
const { picturesOf } = require('./pictures')
const { placeList } = require('../places/place-list')
const { shown } = require('./shown')

/** @typedef {import('./records').Examination} Examination */
/** @typedef {import('./records').AnalysisWindow} AnalysisWindow */
/** @typedef {import('./records').Finding} Finding */

/**
 * The page of a check-up: findings with their evidence, and the series that they were judged by. One file, without
 * scripts.
 *
 * @param {{ subject: import('../records').Subject, examination: Examination, window: AnalysisWindow, findings:
 *   Finding[], disturbance?: import('../profile/inspection').Disturbance | null, notes?: string[] }} checkup
 * @returns {string} HTML
 */
function page ({ subject, examination, window, findings, disturbance = null, notes = [] }) {
  const { node, cores, connections } = examination
  return document({
    title: `Check-up of ${subject.id}`,
    body: html`${summary(findings)}
<p>${subject.title}. Node ${node}, ${cores} cores, ${connections} connections. Judged: ${rounded(window.seconds)} s, shaded in the pictures, with ${rounded(window.requests)} requests. The check-up itself took ${rounded(100 * window.observerShare)} % of the main thread's time.</p>
${doubts(disturbance ? [`${disturbance.sentence} ${disturbance.remedy}`] : [])}
${notes.map((note) => html`<p>${note}</p>`)}
${findings.map(section)}
<h2>What it was judged by</h2>
<div class="pictures">${picturesOf(examination, window).map(figure)}</div>`
  })
}

/** @param {Finding[]} findings the weightiest first */
function summary (findings) {
  const [{ name: first }] = findings
  return html`<p class="verdict">${findings.map(titleOf).join(', then ')}. Next: ${withCode(adviceOn(first).next)}</p>`
}

/** @param {string} text with code in backticks */
function withCode (text) {
  return text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))
}

// The rest is folded.
const EVIDENCE_SHOWN = 3

/** @param {Finding} finding */
function section (finding) {
  const { name, sentence, evidence, places = [] } = finding
  const { means, next } = adviceOn(name)
  const rest = evidence.slice(EVIDENCE_SHOWN)
  return html`<section>
<h2>${titleOf(finding)}</h2>
<p><strong>${sentence}</strong> ${means}</p>
${placeList(places)}
${evidenceTable(evidence.slice(0, EVIDENCE_SHOWN), `Evidence of ${name}`)}
${rest.length ? html`<details><summary>${rest.length} more</summary>${evidenceTable(rest, `More evidence of ${name}`)}</details>` : ''}
<p><strong>Next:</strong> ${withCode(next)}</p>
</section>`
}

/**
 * @param {import('./records').Evidence[]} evidence
 * @param {string} caption
 */
function evidenceTable (evidence, caption) {
  return table(
    ['evidence', 'value', 'threshold', 'why this threshold'],
    evidence.map(({ what, value, threshold, unit, why }) => [what, shown(value, unit), shown(threshold, unit), why]),
    caption
  )
}

module.exports = { page }
