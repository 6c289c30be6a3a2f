'use strict'

const { doubtTexts, doubtsAbout, isAbout, isGeneratorBound } = require('../verdict/validity')
const { document, doubts: doubtsList, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { lineList } = require('../report/locations')
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
  const { subjects, ratios, hotSpots, again } = comparison
  const [leading, ...charts] = picturesOf(comparison).map(figure)
  return document({
    title: `Comparison of ${subjects.length > 4 ? `${subjects.length} servers` : subjects.join(', ')}`,
    lead: {
      what: headline(subjects, ratios, questionIn(comparison)),
      where: hottestLine(comparison),
      next: next(comparison),
      chart: leading
    },
    body: html`${doubts(comparison)}
${summary(comparison)}
<div class="pictures">${charts}</div>
${hotSpots.length ? hot(comparison) : ''}
${reports(links)}
<h2>How it was measured</h2>
${origin(comparison)}
${otherDoubts(comparison).map((text) => html`<p>${text}</p>`)}
${again ? html`<p>To measure again:</p><pre>${again}</pre>` : ''}`
  })
}

/**
 * @param {Comparison} comparison
 * @returns {unknown} the application's function with the most CPU time, in the server that needs most CPU per request;
 *   empty if it was not profiled
 */
function hottestLine ({ hotSpots, samples, machine }) {
  const cpuUs = (/** @type {string} */ id) =>
    typical(samples.filter(({ subject }) => subject === id), 'serverCpuUsPerRequest', machine)
  const [costliest] = [...hotSpots].sort((a, b) => Number(cpuUs(b.subject)) - Number(cpuUs(a.subject)))
  const hot = costliest?.hottest.find(({ kind }) => kind === 'app')
  if (!hot) return ''
  const { name, file, line, self } = hot
  const facts = [`${rounded(self)} % of the busy time of ${costliest.subject}, self time`]
  return lineList([{ file: String(file), line: Number(line), function: name, facts }])
}

/** @param {Comparison} comparison */
function next ({ hotSpots, ratios, again }) {
  if (ratios.length === 0) return html`Name a second server: <code>npx hot-path compare &lt;first&gt; &lt;second&gt;</code>`
  if (hotSpots.length) return 'Compare the functions below: the charts show which of them changed, in CPU time per request.'
  return html`To see which functions account for the difference, profile the servers, too: <pre class="scroll" tabindex="0">${again || 'npx hot-path compare ...'} --flame</pre>`
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
    ['relative to the baseline', ({ ratio }) => over(ratio)]
  ]
  /** @type {Column[]} */
  const cpu = [
    ['CPU time per request', (row) => `${figure(row, 'serverCpuUsPerRequest')} µs`],
    ['relative to the baseline', ({ ratio }) => over(ratio?.cpu)]
  ]
  /** @type {Column[]} */
  const latency = [
    ['p50 latency', (row) => `${figure(row, 'latencyMs.p50')} ms`],
    ['p99 latency', (row) => `${figure(row, 'latencyMs.p99')} ms`]
  ]
  /** @type {Column} */
  const verdict = [BETTER[question], ({ ratio }) => (ratio ? html`<code>${asked(ratio, question).verdict}</code>` : '')]
  /** @type {Column[]} */
  const columns = [
    ['server', ({ id }) => html`<strong>${id}</strong><br>${about[id]?.title}${about[id]?.load?.requests ? html`<br>${requestsText(/** @type {any} */ ({ path: about[id].path, requests: about[id].load?.requests }))}` : ''}`],
    ...(question === 'p99'
      ? [...latency, /** @type {Column} */ (['relative to the baseline', ({ ratio }) => over(ratio?.p99)]), verdict, ...throughput, ...cpu]
      : [...throughput, verdict, ...cpu, ...latency]),
    ['responses other than 2xx', ({ own }) => `${rounded(refusedPercent(own))} %`]
  ]
  const rows = subjects.map((id) => ({
    id,
    own: samples.filter(({ subject }) => subject === id),
    ratio: ratios.find(({ subject }) => subject === id)
  }))
  return html`${table(columns.map(([head]) => head), rows.map((row) => columns.map(([, cell]) => cell(row))), 'All servers')}
${ratios.length ? html`<p class="quiet">The baseline is ${subjects[0]}. In brackets: simultaneous 95 % intervals${corrected(ratios.length)}.</p>` : ''}`
}

/** @param {import('../types/pipeline').Sample[]} own */
function refusedPercent (own) {
  const total = (/** @type {'non2xx' | 'requests'} */ name) => own.reduce((sum, sample) => sum + (sample[name] || 0), 0)
  return (100 * total('non2xx')) / total('requests')
}

/** @param {Comparison} comparison */
function hot (comparison) {
  const { hotSpots } = comparison
  return html`<h2>Functions with the most CPU time</h2>
<p>Self time of each function, in percent of the server's busy time. Clinic Flame profiled the servers in separate runs, not in the measured ones.</p>
<div class="tables">${hotSpots.map(
    ({ subject, date, hottest }) => html`<div><h3>${subject}</h3>
${table(['function', 'self time'], hottest.map(toRow), `Functions of ${subject} with the most CPU time`)}
<p class="quiet">Profiled ${date.slice(0, 16).replace('T', ' ')} UTC</p></div>`
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
  return html`<h2>Reports of these servers</h2><ul>${links.map(({ subject, title, href }) => html`<li><a href="${href}">${title} of ${subject}</a></li>`)}</ul>`
}

/** @param {Comparison} comparison */
function origin ({ date, machine, plan, samples, timelines }) {
  const rounds = new Set(samples.map(({ round }) => round)).size
  const early = timelines.filter(({ ended }) => ended)
  return html`<p>${date.slice(0, 10)}, ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node.js ${machine.node}. Load: ${loadText(plan)}. ${counted(rounds, 'round')}; each sample has a fresh process, warmed up until its cost is steady. Throughput and CPU: ${plan.durationSeconds} s in short bursts that alternate between the servers. Latency: ${plan.latencySeconds} s of uninterrupted load. The charts over time show one more load, by the built-in load generator.</p>
${early.map(({ subject, ended }) => html`<p>${subject} ended before its chart over time was complete: ${ended}</p>`)}`
}

module.exports = { page }
