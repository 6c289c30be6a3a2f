'use strict'

const { doubtsAbout, isGeneratorBound } = require('../doubts')
const { document, doubts: doubtsList, table } = require('../report/document')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { grouped, measured, rounded } = require('../report/numbers')
const { median } = require('../statistics')
const { headline } = require('./headline')
const { differences } = require('./hot')
const { picturesOf } = require('./pictures')

/** @typedef {import('./records').Comparison} Comparison */
/** @typedef {{ subject: string, title: string, href: string }} Link to a report of an instrument */

/**
 * The page of a comparison: one file, without scripts.
 *
 * @param {Comparison} comparison
 * @param {Link[]} [links]
 * @returns {string} HTML
 */
function page (comparison, links = []) {
  const { subjects, ratios, again } = comparison
  return document({
    title: subjects.length > 4 ? `${subjects.length} servers, compared` : subjects.join(', '),
    body: html`<p class="verdict">${headline(subjects, ratios)}</p>
${doubts(comparison)}
${summary(comparison)}
<div class="pictures">${picturesOf(comparison).map(figure)}</div>
${hot(comparison)}
${reports(links)}
<h2>How it was measured</h2>
${origin(comparison)}
${again ? html`<p>Measure it again:</p><pre>${again}</pre>` : ''}`
  })
}

/** @param {Comparison} comparison */
function doubts ({ ratios, samples, machine }) {
  const open = ratios.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'invalid')
  const reasons = doubtsAbout(samples, machine)
  return doubtsList([
    ...open.map(({ subject, over, verdict }) => html`<code>${verdict}</code>: that ${subject} answers more requests per second than ${over}.`),
    ...reasons.map(({ sentence, remedy }) => `${sentence} ${remedy}`)
  ])
}

/** @param {Comparison} comparison */
function summary ({ subjects, about, samples, machine, ratios }) {
  const head = ['subject', 'requests per second', 'over the first', 'faster?', 'CPU for a request', 'over the first', 'p50', 'p99', 'not 2xx']
  return table(head, subjects.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const middle = (/** @type {(sample: import('../records').Sample) => number} */ read) => own.length ? median(own.map(read)) : NaN
    const ratio = ratios.find(({ subject }) => subject === id)
    return [
      html`<strong>${id}</strong><br>${about[id]?.title}`,
      (isGeneratorBound(own, machine) ? '≥ ' : '') + grouped(middle(({ requestsPerSecond }) => requestsPerSecond)),
      ratio ? measured(ratio.ratio, ratio.interval) : '',
      ratio ? html`<code>${ratio.verdict}</code>` : '',
      `${rounded(middle(({ serverCpuUsPerRequest }) => serverCpuUsPerRequest))} µs`,
      ratio ? measured(ratio.cpu.ratio, ratio.cpu.interval) : '',
      `${rounded(middle(({ latencyMs }) => latencyMs.p50))} ms`,
      `${rounded(middle(({ latencyMs }) => latencyMs.p99))} ms`,
      `${rounded(middle(({ non2xx, requests }) => 100 * non2xx / requests))} %`
    ]
  }), 'All subjects')
}

/** @param {Comparison} comparison */
function hot (comparison) {
  const { hotSpots } = comparison
  if (hotSpots.length === 0) return html`<h2>What is hot</h2><p>Nobody has looked yet: <code>npx hot-path compare ... --flame</code> does.</p>`
  return html`<h2>What is hot</h2>
<p>The hottest functions by their self time, in percent of the time that the server was busy. Clinic Flame saw them in another run than the measured ones.</p>
<div class="tables">${hotSpots.map(({ subject, date, hottest }) => html`<div><h3>${subject}</h3>
${table(['function', 'self'], hottest.map(toRow), `Hottest functions of ${subject}`)}
<p class="quiet">${date.slice(0, 16).replace('T', ' ')}</p></div>`)}</div>
<div class="pictures">${differences(comparison).map(figure)}</div>`
}

/** @param {import('../records').HotFunction} hot */
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
  const bursts = Math.max(...samples.map(({ bursts }) => bursts))
  const early = timelines.filter(({ ended }) => ended)
  return html`<p>${date.slice(0, 10)}, on ${machine.cores} cores of ${machine.cpu}, ${machine.platform}, Node ${machine.node}. ${plan.driver}, ${plan.connections} connections, ${rounds} rounds of ${plan.durationSeconds} s in up to ${bursts} bursts, after ${plan.warmupSeconds} s of warm-up, a fresh process for each sample, all subjects in turns. What is drawn over time comes from one more load, by autocannon and in one piece.</p>
${early.map(({ subject, ended }) => html`<p>${subject} did not last while it was followed: ${ended}</p>`)}`
}

module.exports = { page }
