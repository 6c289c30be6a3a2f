'use strict'

const { seriesOf } = require('../measurement/follow')
const { document, doubts, table, withCode } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { lines } = require('../report/lines')
const { lineList, linesOf } = require('../report/locations')
const { percent, rounded } = require('../util/format')
const { adviceOn, titleOf } = require('./findings')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {import('../types/checkup').Finding} Finding */

/**
 * Renders the page of a check-up: the first finding, its source line, advice and chart; then all findings with their
 * evidence. One file, without scripts.
 *
 * @param {{ subject: import('../types/pipeline').Subject, examination: Examination, window: AnalysisWindow, findings:
 *   Finding[], disturbance?: import('../types/verdict').Disturbance | null, notes?: string[] }} checkup
 * @returns {string} HTML
 */
function page ({ subject, examination, window, findings, disturbance = null, notes = [] }) {
  const { node, cores, connections } = examination
  const [first] = findings
  const found = linesOf(findings.flatMap(({ places = [] }) => places))
  const here = first.places?.length ? found.slice(0, 1) : []
  const elsewhere = found.slice(here.length)
  const charts = chartsOf(examination, window)
  const leading = charts.find(({ shows }) => shows.includes(first.name)) ?? charts[0]
  const { next, placesTitle } = adviceOn(first.name, window, first.places)
  const loaded = connections > 0 ? `, ${connections} connections` : ''
  return document({
    title: `Check-up of ${subject.id}`,
    lead: {
      what: first.sentence,
      more: findings.length > 1 ? `Also found: ${findings.slice(1).map(titleOf).join(', ')}.` : here.length > 0 && placesTitle,
      where: lineList(here),
      next: withCode(next[0]),
      chart: leading && figure(leading.picture)
    },
    body: html`${doubts(disturbance ? [`${disturbance.sentence} ${disturbance.remedy}`] : [])}
${elsewhere.length ? html`<h2>${here.length ? 'Other source lines' : 'Source lines'}</h2>${lineList(elsewhere)}` : ''}
${findings.map((finding) => section(finding, { isFirst: finding === first, window }))}
<h2>Measurements over time</h2>
<div class="pictures">${charts.filter((chart) => chart !== leading).map(({ picture }) => figure(picture))}</div>
<h2>How it was measured</h2>
<p>Measured: ${subject.title || subject.id}, with Node.js ${node}, ${cores} cores${loaded}. Analysed: ${rounded(window.seconds)} s with ${rounded(window.requests)} requests, shaded in the charts. The check-up itself took ${rounded(100 * window.observerShare)} % of the main thread's time.</p>
${notes.map((note) => html`<p>${note}</p>`)}`
  })
}

// Further evidence is folded.
const EVIDENCE_SHOWN = 3

/**
 * @param {Finding} finding
 * @param {{ isFirst: boolean, window: AnalysisWindow }} options `isFirst`: its sentence and next step are on the first
 *   screen
 */
function section (finding, { isFirst, window }) {
  const { name, sentence, evidence, places = [] } = finding
  const { means, next } = adviceOn(name, window, places)
  const rest = evidence.slice(EVIDENCE_SHOWN)
  const more = [...means.slice(1), ...next.slice(1)]
  return html`<section>
<h2>Finding: ${titleOf(finding)}</h2>
<p>${isFirst ? '' : html`<strong>${sentence}</strong> `}${withCode(means[0])}</p>
${places.length ? html`<p>Source lines: ${linesOf(places).map(({ file, line }, i) => html`${i ? ', ' : ''}<code>${file}:${line}</code>`)}</p>` : ''}
${evidenceTable(evidence.slice(0, EVIDENCE_SHOWN), `Evidence of ${name}`)}
${rest.length ? html`<details><summary>Show ${rest.length} more</summary>${evidenceTable(rest, `More evidence of ${name}`)}</details>` : ''}
${isFirst ? '' : html`<p><strong>Next:</strong> ${withCode(next[0])}</p>`}
${more.length ? html`<details><summary>More about this finding</summary>${more.map((one) => html`<p>${withCode(one)}</p>`)}</details>` : ''}
</section>`
}

/**
 * @param {import('../types/checkup').Evidence[]} evidence
 * @param {string} caption
 */
function evidenceTable (evidence, caption) {
  return table(
    ['evidence', 'value', 'threshold', 'reason for the threshold'],
    evidence.map(({ what, value, threshold, unit, why }) => [what, shown(value, unit), shown(threshold, unit), why]),
    caption
  )
}

/**
 * Draws the series by which a check-up judged, with the analysed window shaded.
 *
 * @param {Examination} examination
 * @param {AnalysisWindow} window
 * @returns {{ picture: import('../report/figure').Picture, shows: string[] }[]} each chart, and the findings that it
 *   shows best; empty with fewer than two metrics snapshots
 */
function chartsOf (examination, { judged: [from, to] }) {
  const { readings } = examination
  if (readings.length < 2) return []
  const series = seriesOf(examination)
  const seconds = (/** @type {number} */ index) => (readings[index].atMs - readings[0].atMs) / 1000
  /** @type {[string, string[], Record<string, import('../measurement/follow').Point[]>][]} */
  const charts = [
    ['Latency (ms)', ['waiting', 'thread-pool'], { mean: series.latencyMeanMs, longest: series.latencyMaxMs }],
    ['Responses per second', ['refusing', 'generator-bound', 'healthy'], { responses: series.answersPerSecond }],
    ['CPU time per request (µs)', ['accumulation'], { CPU: series.cpuUsPerRequest }],
    ['Busy time (1 is one core)', ['gc', 'host-bound', 'several-processes'], {
      'event loop': series.loopShare,
      process: series.cpuShare,
      'garbage collection': series.gcShare
    }],
    ['Longest block of the event loop (ms)', ['event-loop', 'sync-io'], { blocked: series.blockedMs }],
    ['Memory (MB)', ['memory-growth'], { 'resident set': series.rssMb, heap: series.heapMb, buffers: series.buffersMb }]
  ]
  return charts.map(([title, shows, own]) => ({
    picture: lines({ title, xName: 'time since the measurement began (s)', lines: own, shaded: [seconds(from), seconds(to)] }),
    shows
  }))
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

module.exports = { page, shown }
