'use strict'

const { seriesOf } = require('../measurement/follow')
const { document, doubts, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { lines } = require('../report/lines')
const { placeList } = require('../report/locations')
const { percent, rounded } = require('../util/format')
const { adviceOn, titleOf } = require('./findings')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../types/checkup').Finding} Finding */

/**
 * Renders the page of a check-up: findings with their evidence, and the series by which they were judged. One file,
 * without scripts.
 *
 * @param {{ subject: import('../types/pipeline').Subject, examination: Examination, window: AnalysisWindow, findings:
 *   Finding[], disturbance?: import('../types/verdict').Disturbance | null, notes?: string[] }} checkup
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

/** @param {Finding[]} findings by severity */
function summary (findings) {
  const [{ name: first }] = findings
  return html`<p class="verdict">${findings.map(titleOf).join(', then ')}. Next: ${withCode(adviceOn(first).next[0])}</p>`
}

/** @param {string} text with code in backticks */
function withCode (text) {
  return text.split('`').map((part, i) => (i % 2 ? html`<code>${part}</code>` : part))
}

// Further evidence is folded.
const EVIDENCE_SHOWN = 3

/** @param {Finding} finding */
function section (finding) {
  const { name, sentence, evidence, places = [] } = finding
  const { means, next } = adviceOn(name)
  const rest = evidence.slice(EVIDENCE_SHOWN)
  const more = [...means.slice(1), ...next.slice(1)]
  return html`<section>
<h2>${titleOf(finding)}</h2>
<p><strong>${sentence}</strong> ${withCode(means[0])}</p>
${placeList(places)}
${evidenceTable(evidence.slice(0, EVIDENCE_SHOWN), `Evidence of ${name}`)}
${rest.length ? html`<details><summary>${rest.length} more</summary>${evidenceTable(rest, `More evidence of ${name}`)}</details>` : ''}
<p><strong>Next:</strong> ${withCode(next[0])}</p>
${more.length ? html`<details><summary>What else helps</summary>${more.map((one) => html`<p>${withCode(one)}</p>`)}</details>` : ''}
</section>`
}

/**
 * @param {import('../types/checkup').Evidence[]} evidence
 * @param {string} caption
 */
function evidenceTable (evidence, caption) {
  return table(
    ['evidence', 'value', 'threshold', 'why this threshold'],
    evidence.map(({ what, value, threshold, unit, why }) => [what, shown(value, unit), shown(threshold, unit), why]),
    caption
  )
}

/**
 * Draws the series by which a check-up judged, with the judged window shaded.
 *
 * @param {import('../types/checkup').Examination} examination
 * @param {import('../types/checkup').AnalysisWindow} window
 * @returns {import('../report/figure').Picture[]} empty with fewer than two metrics snapshots
 */
function picturesOf (examination, { judged: [from, to] }) {
  const { readings } = examination
  if (readings.length < 2) return []
  const series = seriesOf(examination)
  const seconds = (/** @type {number} */ index) => (readings[index].atMs - readings[0].atMs) / 1000
  /** @type {Record<string, Record<string, import('../measurement/follow').Point[]>>} */
  const pictures = {
    'Latency (ms)': { mean: series.latencyMeanMs, longest: series.latencyMaxMs },
    'Answers per second': { answers: series.answersPerSecond },
    'CPU of the process for a request (µs)': { CPU: series.cpuUsPerRequest },
    'Busy (1 is one core)': {
      'event loop': series.loopShare,
      process: series.cpuShare,
      'garbage collection': series.gcShare
    },
    'Longest time that the event loop was blocked (ms)': { blocked: series.blockedMs },
    'Memory in use (MB)': { heap: series.heapMb, buffers: series.buffersMb }
  }
  return Object.entries(pictures).map(([title, own]) =>
    lines({
      title,
      xName: 'seconds of load',
      lines: own,
      shaded: [seconds(from), seconds(to)]
    })
  )
}

/**
 * @param {number | null | undefined} value value or threshold of an evidence
 * @param {import('../types/checkup').Evidence['unit']} unit
 * @returns {string} formatted for display: `49 %`, `1.53 times`, `12.4 ms`; empty without a value
 */
function shown (value, unit) {
  if (value === null || value === undefined) return ''
  if (unit === undefined || !Number.isFinite(value)) return rounded(value)
  return unit === 'share' ? percent(value) : `${rounded(value)} ${unit}`
}

module.exports = { page, picturesOf, shown }
