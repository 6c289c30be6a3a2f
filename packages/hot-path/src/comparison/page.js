'use strict'

const { doubtTexts, doubtsAbout, isAbout, isGeneratorBound } = require('../verdict/validity')
const { document, doubts: doubtsList, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { counted, grouped, rounded, withInterval } = require('../util/format')
const { typical } = require('../verdict/rounds')
const { requestsText } = require('../load/requests')
const { loadText } = require('../load/workload')
const { corrected, headline, openSentence } = require('./headline')
const { differences } = require('./hot-spots')
const { picturesOf } = require('./charts')
const { asked, questionIn } = require('../verdict/question')

/** @typedef {import('../types/comparison').Comparison} Comparison */
/** @typedef {{ subject: string, title: string, href: string }} Link to an instrument's report */

/**
 * Renders the page of a comparison: one HTML file without scripts.
 *
 * @param {Comparison} comparison
 * @param {Link[]} [links]
 * @returns {string} HTML
 */
function page (comparison, links = []) {
  const { subjects, ratios, again } = comparison
  return document({
    title: subjects.length > 4 ? `${subjects.length} servers, compared` : subjects.join(', '),
    body: html`<p class="verdict">${headline(subjects, ratios, questionIn(comparison))}</p>
${doubts(comparison)}
${summary(comparison)}
<div class="pictures">${picturesOf(comparison).map(figure)}</div>
${hot(comparison)}
${reports(links)}
<h2>How it was measured</h2>
${origin(comparison)}
${otherDoubts(comparison).map((text) => html`<p>${text}</p>`)}
${again ? html`<p>Measure it again:</p><pre>${again}</pre>` : ''}`
  })
}

/** @param {Comparison} comparison */
function doubts (comparison) {
  const { ratios, samples, machine } = comparison
  const question = questionIn(comparison)
  const open = ratios.filter((ratio) => ['inconclusive', 'invalid'].includes(asked(ratio, question).verdict))
  return doubtsList([
    ...open.map((ratio) => openSentence(ratio, question)),
    ...ratios.flatMap((ratio) =>
      asked(ratio, question).outliers.map(
        ({ round, times }) =>
          `${ratio.subject} over ${ratio.over}: round ${round} differs from the others: ${rounded(times)} times.`
      )
    ),
    ...doubtTexts(doubtsAbout(samples, machine).filter((doubt) => isAbout(doubt, question)))
  ])
}

/**
 * @param {Comparison} comparison
 * @returns {string[]} validity warnings about metrics that the question does not need
 */
function otherDoubts (comparison) {
  const question = questionIn(comparison)
  return doubtTexts(doubtsAbout(comparison.samples, comparison.machine).filter((doubt) => !isAbout(doubt, question)))
}

const BETTER = { throughput: 'faster?', p99: 'shorter p99?', cpu: 'less CPU?' }

/**
 * @typedef {{ id: string, own: import('../types/pipeline').Sample[], ratio: import('../types/comparison').Ratio |
 *   undefined }} Row
 * @typedef {[head: string, cell: (row: Row) => unknown]} Column
 */

/** @param {Comparison} comparison */
function summary (comparison) {
  const { subjects, about, samples, machine, ratios } = comparison
  const question = questionIn(comparison)
  const figure = (/** @type {Row} */ { own }, /** @type {string} */ metric) => rounded(typical(own, metric, machine))
  const over = (/** @type {import('../types/comparison').Part | undefined} */ part) => (part ? withInterval(part.ratio, part.interval) : '')
  /** @type {Column[]} */
  const throughput = [
    ['requests per second', ({ own }) => (isGeneratorBound(own, machine) ? '≥ ' : '') + grouped(typical(own, 'requestsPerSecond', machine))],
    ['over the first', ({ ratio }) => over(ratio)]
  ]
  /** @type {Column[]} */
  const cpu = [
    ['CPU for a request', (row) => `${figure(row, 'serverCpuUsPerRequest')} µs`],
    ['over the first', ({ ratio }) => over(ratio?.cpu)]
  ]
  /** @type {Column[]} */
  const latency = [
    ['p50', (row) => `${figure(row, 'latencyMs.p50')} ms`],
    ['p99', (row) => `${figure(row, 'latencyMs.p99')} ms`]
  ]
  /** @type {Column} */
  const verdict = [BETTER[question], ({ ratio }) => (ratio ? html`<code>${asked(ratio, question).verdict}</code>` : '')]
  /** @type {Column[]} */
  const columns = [
    ['subject', ({ id }) => html`<strong>${id}</strong><br>${about[id]?.title}${about[id]?.load?.requests ? html`<br>${requestsText(/** @type {any} */ ({ path: about[id].path, requests: about[id].load?.requests }))}` : ''}`],
    ...(question === 'p99'
      ? [...latency, /** @type {Column} */ (['over the first', ({ ratio }) => over(ratio?.p99)]), verdict, ...throughput, ...cpu]
      : [...throughput, verdict, ...cpu, ...latency]),
    ['not 2xx', ({ own }) => `${rounded(refusedPercent(own))} %`]
  ]
  const rows = subjects.map((id) => ({
    id,
    own: samples.filter(({ subject }) => subject === id),
    ratio: ratios.find(({ subject }) => subject === id)
  }))
  return html`${table(columns.map(([head]) => head), rows.map((row) => columns.map(([, cell]) => cell(row))), 'All subjects')}
${ratios.length ? html`<p class="quiet">In brackets: intervals that hold together at 95 %${corrected(ratios.length)}.</p>` : ''}`
}

/** @param {import('../types/pipeline').Sample[]} own */
function refusedPercent (own) {
  const total = (/** @type {'non2xx' | 'requests'} */ name) => own.reduce((sum, sample) => sum + (sample[name] || 0), 0)
  return (100 * total('non2xx')) / total('requests')
}

/** @param {Comparison} comparison */
function hot (comparison) {
  const { hotSpots } = comparison
  if (hotSpots.length === 0) {
    return html`<h2>What is hot</h2><p>Nobody has looked yet: <code>npx hot-path compare ... --flame</code> does.</p>`
  }
  return html`<h2>What is hot</h2>
<p>The hottest functions by their self time, in percent of the time that the server was busy. Clinic Flame saw them in another run than the measured ones.</p>
<div class="tables">${hotSpots.map(
    ({ subject, date, hottest }) => html`<div><h3>${subject}</h3>
${table(['function', 'self'], hottest.map(toRow), `Hottest functions of ${subject}`)}
<p class="quiet">${date.slice(0, 16).replace('T', ' ')}</p></div>`
  )}</div>
<div class="pictures">${differences(comparison).map(figure)}</div>`
}

/** @param {import('../types/pipeline').HotFunction} hot */
function toRow ({ name, file, line, kind, self }) {
  return [html`${name}<br><span class="quiet">${kind}, ${file}:${line}</span>`, `${rounded(self)} %`]
}

/** @param {Link[]} links */
function reports (links) {
  if (links.length === 0) return ''
  return html`<h2>Reports of the instruments</h2><ul>${links.map(({ subject, title, href }) => html`<li><a href="${href}">${title} of ${subject}</a></li>`)}</ul>`
}

/** @param {Comparison} comparison */
function origin ({ date, machine, plan, samples, timelines }) {
  const rounds = new Set(samples.map(({ round }) => round)).size
  const early = timelines.filter(({ ended }) => ended)
  return html`<p>${date.slice(0, 10)}, on ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node ${machine.node}. ${loadText(plan)}, ${counted(rounds, 'round')}, a fresh process for each sample, warmed up until its cost is steady. Throughput and CPU: ${plan.durationSeconds} s in short bursts, all subjects in turns. Latency: ${plan.latencySeconds} s of uninterrupted load. What is drawn over time comes from one more load, by the built-in driver.</p>
${early.map(({ subject, ended }) => html`<p>${subject} did not last while it was followed: ${ended}</p>`)}`
}

module.exports = { page }
