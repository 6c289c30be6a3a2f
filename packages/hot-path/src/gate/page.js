'use strict'

// Renders the page of a gate: one HTML file without scripts, from the same record as the text.

const { change, rounded } = require('../util/format')
const { align } = require('../verdict/rounds')
const { changeLegend, flameGraph } = require('../report/flame-graph')
const { withCallsText } = require('../source/profile-diff')
const { document, doubts: doubtsList, table } = require('../report/document')
const { dots } = require('../report/dots')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { LABELS, countLines, sorted, verdictText } = require('./metrics')

/** @typedef {import('../verdict/gate-verdict').GateResult} GateResult */
/** @typedef {import('../types/pipeline').Session} Session */
/** @typedef {import('../types/comparison').Grown} Grown */
/** @typedef {import('../types/pipeline').WeightedStack} WeightedStack */
/** @typedef {{ title: string, href: string }} Link to an instrument's report */

/**
 * @typedef {object} Part one gate of a run
 * @property {string} name label that distinguishes it from the other gates
 * @property {GateResult} result
 * @property {Session} session
 * @property {string} headline the verdict, as a sentence
 * @property {string[]} notes sentences on how it was measured
 * @property {Record<string, string>} about what was compared: `{ baseline: 'server.js at main' }`
 * @property {{ functions: Grown[], stacks: { before: WeightedStack[], after: WeightedStack[] } } | null} grown
 * @property {Link[]} links
 */

/**
 * @param {Part[]} parts
 * @param {string} verdict of all gates together
 * @returns {string} HTML
 */
function gatePage (parts, verdict) {
  return document({
    title: `Gate: ${verdict}`,
    body: parts.length === 1 ? toBody(parts[0], html`h2`) : several(parts)
  })
}

/** @param {Part[]} parts */
function several (parts) {
  const rows = parts.map(({ name, result, headline }) => [name, result.verdict, headline])
  return html`${table(['', 'verdict', ''], rows, 'The gates')}
${parts.map((part) => html`<h2>${part.name}</h2>${toBody(part, html`h3`)}`)}`
}

/**
 * @param {Part} part
 * @param {unknown} heading element name
 */
function toBody ({ result, session, headline, notes, about, grown, links }, heading) {
  const counted = countLines(result)
  const { around, others } = sorted(result.doubts)
  return html`<p class="verdict">${headline}</p>
${doubtsList([...around, ...others].map(({ sentence, remedy }) => `${sentence} ${remedy}`))}
${table(['metric', 'change', 'interval', 'verdict'], witnessRows(result), 'What was judged')}
${counted.length ? html`<p>Counted for a request:</p><ul>${counted.map((line) => html`<li>${line}</li>`)}</ul>` : ''}
${figure(ratioPicture(result, session))}
${grown ? html`<${heading}>What grew, in CPU time of a request</${heading}>${grown.functions.length ? grownTable(grown.functions) : html`<p>No function of its own stands out.</p>`}${figure(grownPicture(grown.stacks))}${changeLegend()}` : ''}
${links.length ? html`<${heading}>Looked into</${heading}><ul>${links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>` : ''}
<${heading}>How it was measured</${heading}>
<ul>${Object.entries(about).map(([name, value]) => html`<li>${name}: <code>${value}</code></li>`)}</ul>
${notes.map((note) => html`<p>${note}</p>`)}`
}

/** @param {{ before: WeightedStack[], after: WeightedStack[] }} stacks */
function grownPicture ({ before, after }) {
  return flameGraph(after, {
    title: 'The candidate, and what has changed since the baseline',
    note: 'Each box is a function of the candidate, as wide as its time in a request and in those above it; the colour tells how that has changed. What is gone is not seen.',
    unit: (weight) => `${rounded(weight)} µs`,
    before
  })
}

/** @param {GateResult} result */
function witnessRows (result) {
  return Object.entries(result.witnesses).map(([metric, { ratio, interval, reason }]) =>
    ratio === null || !interval
      ? [LABELS[metric], reason, '', '']
      : [LABELS[metric], change(ratio), interval.map(change).join(' .. '), verdictText(result, metric)]
  )
}

/**
 * @param {GateResult} result
 * @param {Session} session
 */
function ratioPicture ({ witnesses }, { samples, machine }) {
  const metrics = Object.keys(witnesses)
  const ratios = metrics.map(function (metric) {
    const { series: [baseline, candidate] } = align(samples, ['baseline', 'candidate'], metric, machine)
    // Invert throughput, so that a higher value is worse for every metric.
    return candidate.map((value, i) => (metric === 'requestsPerSecond' ? baseline[i] / value : value / baseline[i]))
  })
  const judged = metrics.map((metric) => witnesses[metric])
  /** @type {[number, number][]} */
  const whole = judged.flatMap(({ ratio }, row) => (ratio === null ? [] : [[ratio, row]]))
  return dots({
    title: 'Cost of the candidate over that of the baseline',
    note: 'Less is better, and 1 is the same. Each faint point is one round; the line is the interval of all of them.',
    scale: 'log',
    rows: metrics.map((metric) => LABELS[metric]),
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
        LABELS[metric],
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
    grown.map(({ name, file, line, beforeUs, afterUs, calledFrom, ...one }) => [
      html`<code>${name} ${file}:${line}</code>${withCallsText(one)}`,
      beforeUs === null ? 'little' : `${rounded(beforeUs)} µs`,
      `${rounded(afterUs)} µs`,
      calledFrom ?? ''
    ]),
    'What grew'
  )
}

module.exports = { gatePage }
