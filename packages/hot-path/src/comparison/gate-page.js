'use strict'

// The page of a gate: one file, without scripts, from the same record as its text.

const { change, plainVerdict, rounded } = require('../base/numbers')
const { align } = require('../judge/rounds')
const { document, doubts: doubtsList, table } = require('../report/document')
const { dots } = require('../report/dots')
const { figure } = require('../report/figure')
const { html } = require('../report/html')

/** @typedef {import('../judge/verdict').GateResult} GateResult */
/** @typedef {import('../records').Session} Session */
/** @typedef {import('./records').Grown} Grown */
/** @typedef {{ subject: string, title: string, href: string }} Link to a report of an instrument */

const LABELS = /** @type {const} */ ({
  serverCpuUsPerRequest: 'CPU per request',
  requestsPerSecond: 'time per request'
})

/**
 * @param {object} gate
 * @param {GateResult} gate.result
 * @param {Session} gate.session
 * @param {string} gate.headline the verdict, as a sentence
 * @param {string[]} gate.notes sentences on how it was measured
 * @param {Record<string, string>} gate.about what was compared: `{ Baseline: 'server.js at main' }`
 * @param {Grown[]} gate.grown
 * @param {Link[]} gate.links
 * @returns {string} HTML
 */
function gatePage ({ result, session, headline, notes, about, grown, links }) {
  return document({
    title: `Gate: ${result.verdict}`,
    body: html`<p class="verdict">${headline}</p>
${doubtsList(result.doubts.map(({ sentence, remedy }) => `${sentence} ${remedy}`))}
${table(['metric', 'change', 'interval', 'verdict'], witnessRows(result), 'What was judged')}
${figure(ratioPicture(result, session))}
${grown.length ? html`<h2>What grew, in CPU time of a request</h2>${grownTable(grown)}` : ''}
${links.length ? html`<h2>Looked into</h2><ul>${links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>` : ''}
<h2>How it was measured</h2>
<ul>${Object.entries(about).map(([name, value]) => html`<li>${name}: <code>${value}</code></li>`)}</ul>
${notes.map((note) => html`<p>${note}</p>`)}`
  })
}

/** @param {GateResult} result */
function witnessRows ({ witnesses }) {
  return Object.entries(witnesses).map(([metric, { ratio, interval, verdict, reason }]) =>
    ratio === null || !interval
      ? [labelOf(metric), reason, '', '']
      : [labelOf(metric), change(ratio), interval.map(change).join(' .. '), plainVerdict(verdict)]
  )
}

/** @param {string} metric */
function labelOf (metric) {
  return LABELS[/** @type {keyof typeof LABELS} */ (metric)]
}

/**
 * @param {GateResult} result
 * @param {Session} session
 */
function ratioPicture ({ witnesses }, { samples, machine }) {
  const metrics = Object.keys(LABELS)
  const ratios = metrics.map(function (metric) {
    const { series: [baseline, candidate] } = align(samples, ['baseline', 'candidate'], metric, machine)
    // Of both, more is worse.
    return candidate.map((value, i) => (metric === 'requestsPerSecond' ? baseline[i] / value : value / baseline[i]))
  })
  const judged = metrics.map((metric) => witnesses[metric])
  /** @type {[number, number][]} */
  const whole = judged.flatMap(({ ratio }, row) => (ratio === null ? [] : [[ratio, row]]))
  return dots({
    title: 'Cost of the candidate over that of the baseline',
    note: 'Less is better, and 1 is the same. Each faint point is one round; the line is the interval of all of them.',
    scale: 'log',
    rows: metrics.map(labelOf),
    colours: 'rows',
    marks: [
      { name: 'one round', faint: true, points: ratios.flatMap((own, row) => own.map((value) => /** @type {[number, number]} */ ([value, row]))) },
      { name: 'all rounds', points: whole }
    ],
    spans: judged.flatMap(({ interval }, row) =>
      interval ? [([...interval, row])] : []
    ),
    table: {
      head: ['metric', 'rounds', 'ratio', 'lowest round', 'highest round'],
      rows: metrics.map((metric, i) => [
        labelOf(metric),
        String(ratios[i].length),
        rounded(judged[i].ratio),
        rounded(ratios[i].length ? Math.min(...ratios[i]) : null),
        rounded(ratios[i].length ? Math.max(...ratios[i]) : null)
      ])
    }
  })
}

/** @param {Grown[]} grown */
function grownTable (grown) {
  return table(
    ['function', 'before', 'now', 'called from'],
    grown.map(({ name, file, line, beforeUs, afterUs, calledFrom }) => [
      html`<code>${name} ${file}:${line}</code>`,
      beforeUs === null ? 'little' : `${rounded(beforeUs)} µs`,
      `${rounded(afterUs)} µs`,
      calledFrom ?? ''
    ]),
    'What grew'
  )
}

module.exports = { gatePage }
