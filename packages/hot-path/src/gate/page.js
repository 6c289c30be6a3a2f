'use strict'

// Renders the page of a gate: one HTML file without scripts, from the same record as the text.

const path = require('path')
const { change, changeBetween, rounded } = require('../util/format')
const { align } = require('../verdict/rounds')
const { flameGraph } = require('../report/flame-graph')
const { withCallsText } = require('../source/profile-diff')
const { document, doubts: doubtsList, table } = require('../report/document')
const { dots } = require('../report/dots')
const { figure } = require('../report/figure')
const { html } = require('../report/html')
const { lineList } = require('../report/locations')
const { short } = require('./history')
const { LABELS, countLines, sorted, verdictText } = require('./metrics')
const { changesText } = require('./text')

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
 * @property {import('./regressed-functions').Looked | null} grown
 * @property {Link[]} links
 * @property {{ cwd?: string, entry: string }} candidate to which paths of functions are relative
 * @property {import('./gated').CumulativeCost[]} [history]
 */

/**
 * Renders the page of one or more gates. The first gate with the verdict of all of them leads.
 *
 * @param {Part[]} parts
 * @param {string} verdict of all gates together
 * @returns {string} HTML
 */
function gatePage (parts, verdict) {
  const leading = parts.find(({ result }) => result.verdict === verdict) ?? parts[0]
  const { name, result, session, headline } = leading
  const rows = parts.map(({ name, result, headline }) => [name, result.verdict, headline])
  return document({
    title: `Gate: ${verdict}`,
    lead: {
      what: headline,
      more: parts.length > 1 && `This is the gate of ${name}, one of ${parts.length}.`,
      where: lineOf(leading),
      next: NEXT[result.verdict],
      chart: figure(ratioPicture(result, session))
    },
    body: parts.length === 1
      ? toBody(leading, true)
      : html`${table(['gate', 'verdict', 'meaning'], rows, 'All gates')}
${parts.map((part) => html`<h2>${part.name}</h2><p><strong>${part.headline}</strong></p>${toBody(part, part === leading)}`)}`
  })
}

/** @type {Record<string, string>} */
const NEXT = {
  holds: 'Nothing needs to be done: the gate passes.',
  fails: 'Reduce the cost of this change, or accept it with a larger --margin. The CPU profiles of both versions are linked below.',
  inconclusive: 'Measure longer (a larger --budget), or on an idle machine.',
  invalid: 'Resolve the warnings below, and run the gate again.'
}

/**
 * @param {Part} part
 * @returns {unknown} the function whose cost increased most, with its source; empty if there is none
 */
function lineOf ({ grown, candidate }) {
  const [first] = grown?.functions ?? []
  if (!first) return ''
  const { name, file, line, beforeUs, afterUs, calledFrom } = first
  const facts = [
    `CPU time per request: ${timeText(beforeUs)} before, ${timeText(afterUs)} now${withCallsText(first)}`,
    ...(calledFrom ? [`Called from ${calledFrom}`] : [])
  ]
  return lineList([{ file, line: Number(line), function: name, facts, source: sourceOf(first, candidate) }])
}

/**
 * @param {Pick<Grown, 'file'>} grown
 * @param {Part['candidate']} candidate
 * @returns {string} absolute path of its file
 */
function sourceOf ({ file }, { cwd = process.cwd(), entry }) {
  return file === path.basename(entry) ? entry : path.resolve(cwd, file)
}

/**
 * @param {Part} part
 * @param {boolean} isLeading whether the first screen shows its chart
 */
function toBody ({ result, session, notes, about, grown, links, history }, isLeading) {
  const counted = countLines(result)
  const { around, others } = sorted(result.doubts)
  return html`${doubtsList([...around, ...others].map(({ sentence, remedy }) => `${sentence} ${remedy}`))}
${table(['metric', 'change', '95 % interval', 'verdict'], witnessRows(result), 'Metrics')}
${counted.length ? html`<p>Counts per request:</p><ul>${counted.map((line) => html`<li>${line}</li>`)}</ul>` : ''}
${isLeading ? '' : figure(ratioPicture(result, session))}
${grown ? html`<h3>Functions whose CPU time per request increased</h3>${grown.functions.length ? grownTable(grown.functions) : html`<p>No single function accounts for the increase.</p>`}${grown.changes.length ? html`<p>${changesText(grown)}</p>` : ''}${figure(grownPicture(grown.stacks))}` : ''}
${history?.length ? figure(historyPicture(history)) : ''}
<h3>How it was measured</h3>
<ul>${Object.entries(about).map(([name, value]) => html`<li>${name}: <code>${value}</code></li>`)}
${links.map(({ title, href }) => html`<li><a href="${href}">${title}</a></li>`)}</ul>
${notes.map((note) => html`<p>${note}</p>`)}`
}

/** @param {{ before: WeightedStack[], after: WeightedStack[] }} stacks */
function grownPicture ({ before, after }) {
  return flameGraph(after, {
    title: 'CPU time per request of the candidate, and its change relative to the baseline',
    note: 'Each box is a function of the candidate, as wide as the time in it and in those above it. Its colour shows the change. Functions that only the baseline has are not shown.',
    unit: (weight) => `${rounded(weight)} µs`,
    before
  })
}

/** @param {GateResult} result */
function witnessRows (result) {
  return Object.entries(result.witnesses).map(([metric, { ratio, interval, reason }]) =>
    ratio === null || !interval
      ? [LABELS[metric], reason, '', '']
      : [LABELS[metric], change(ratio), changeBetween(interval), verdictText(result, metric)]
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
    title: 'Cost of the candidate relative to the baseline (ratio)',
    note: 'Less is better; 1 is no change. Each faint point is one round; the line is the 95 % interval.',
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

/** @param {import('./gated').CumulativeCost[]} history */
function historyPicture (history) {
  const [{ since }] = history
  const commits = history.map(({ candidate }) => short(candidate))
  return dots({
    title: `CPU per request after each gate, relative to ${short(since)} (ratio)`,
    note: 'Less is better; 1 is no change. The ratios of all gates so far, multiplied. The line is the 95 % interval.',
    scale: 'log',
    rows: commits,
    colours: 'marks',
    marks: [{ name: 'all gates so far', points: history.map(({ ratio }, row) => /** @type {[number, number]} */ ([ratio, row])) }],
    spans: history.map(({ interval }, row) => /** @type {[number, number, number]} */ ([...interval, row])),
    table: {
      head: ['commit', 'date', 'ratio', 'low', 'high'],
      rows: history.map(({ date, ratio, interval }, row) => [
        commits[row],
        date.slice(0, 10),
        ...[ratio, ...interval].map((value) => value.toFixed(3))
      ])
    }
  })
}

/** @param {Grown[]} grown */
function grownTable (grown) {
  return table(
    ['function', 'before', 'now', 'called from'],
    grown.map(({ name, file, line, beforeUs, afterUs, calledFrom, change, ...one }) => [
      html`<code>${name} ${file}:${line}</code> (${change ?? 'unchanged'})${withCallsText(one)}`,
      timeText(beforeUs),
      timeText(afterUs),
      calledFrom ?? ''
    ]),
    'Functions whose CPU time per request increased'
  )
}

/** @param {number | null} us */
function timeText (us) {
  return us === null ? 'little' : `${rounded(us)} µs`
}

module.exports = { gatePage, sourceOf }
