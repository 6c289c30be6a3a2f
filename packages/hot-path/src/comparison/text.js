'use strict'

const { styleText } = require('util')
const { formatPortsOf } = require('../report/ports')
const { grouped, percent, rounded, withInterval, wrap } = require('../util/format')
const { asked, questionIn } = require('../verdict/question')
const { typical } = require('../verdict/rounds')
const { doubtTexts, doubtsAbout, isAbout } = require('../verdict/validity')
const { headline } = require('./headline')

/** @typedef {import('../types/comparison').Comparison} Comparison */

/** @typedef {{ head: string, cells: string[], alignment: 'l' | 'r', isSpare?: boolean }} Column */

const WIDTH = 80 // if the stream has no width
const LEAST_BAR = 5
const MOST_BAR = 20
const GAP = 2
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * Formats a comparison as a table, with bars if they fit.
 *
 * @param {Comparison} comparison
 * @param {{ columns?: number, hasColors?: () => boolean }} stream output stream
 * @returns {string[]} lines
 */
function format (comparison, { columns: given, hasColors = () => false }) {
  const width = given || WIDTH // some terminals report 0
  const { subjects, samples, ratios, machine } = comparison
  let table = columnsOf(comparison)
  if (widthOf(table) > width) table = table.filter(({ isSpare }) => !isSpare)
  const room = Math.min(MOST_BAR, width - GAP - widthOf(table))
  const question = questionIn(comparison)
  const throughputs = subjects.map((id) =>
    typical(
      samples.filter(({ subject }) => subject === id),
      'requestsPerSecond',
      machine
    )
  )
  const bars = throughputs.map((value) => bar(value / Math.max(...throughputs.filter(Number.isFinite)), room))
  if (room >= LEAST_BAR) table.splice(2, 0, { head: '', cells: bars, alignment: 'l' })
  const doubts = doubtsAbout(samples, machine).filter((doubt) => isAbout(doubt, question)) // the page shows the others
  const isAround = (/** @type {import('../types/pipeline').Doubt} */ { name }) => name === 'host-bound'
  return [
    ...formatPortsOf(comparison.about, samples).flatMap((line) => [...wrap(line, width), '']),
    ...doubtTexts(doubts.filter(isAround)).flatMap((text) => [...wrap(text, width), '']),
    ...verdictLines(comparison, { columns: width }),
    ...wrap(together(ratios), width),
    '',
    ...lines(table).map((line) =>
      hasColors() ? line.replace(/[█▏▎▍▌▋▊▉]+/, (bar) => styleText('cyan', bar, { validateStream: false })) : line
    ),
    ...outlierLines(ratios, question).flatMap((line) => ['', ...wrap(line, width)]),
    ...doubtTexts(doubts.filter((doubt) => !isAround(doubt))).flatMap((text) => ['', ...wrap(`Warning: ${text}`, width)])
  ]
}

/**
 * @param {Comparison} comparison
 * @param {{ columns?: number }} stream
 * @returns {string[]} the headline
 */
function verdictLines (comparison, { columns }) {
  return wrap(headline(comparison.subjects, comparison.ratios, questionIn(comparison)), columns || WIDTH)
}

/** @param {Comparison['ratios']} ratios */
function together ({ length }) {
  return length > 1 ? `Simultaneous 95 % intervals, corrected for ${length} comparisons with the first server.` : ''
}

/**
 * @param {Comparison['ratios']} ratios
 * @param {import('../types/comparison').Question} question
 * @returns {string[]} sentences on the outlier rounds
 */
function outlierLines (ratios, question) {
  return ratios.flatMap((ratio) =>
    asked(ratio, question).outliers.map(
      ({ round, times }) =>
        `Outlier: in round ${round}, ${ratio.subject} over ${ratio.over} is ${rounded(times)} times the other rounds.`
    )
  )
}

/** Heads of the last column: the metric of the ratio to the first server, unless it is the throughput. */
const HEADS = { throughput: 'vs first', p99: 'p99 vs first', cpu: 'CPU vs first' }

/**
 * @param {Comparison} comparison
 * @returns {Column[]}
 */
function columnsOf (comparison) {
  const { subjects, samples, ratios, machine } = comparison
  const question = questionIn(comparison)
  const own = subjects.map((id) => samples.filter(({ subject }) => subject === id))
  const refused = own.map(refusedShare)
  const [throughput, p50, p99, cpu] = [0, 1, 2, 3].map((i) => own.map((own) => figuresOf(own, machine)[i]))
  const over = subjects.map((id) => ratios.find(({ subject }) => subject === id))
  return [
    { head: 'server', cells: subjects, alignment: 'l' },
    { head: 'req/s', cells: throughput, alignment: 'r' },
    // At a constant rate, the median latency shows waiting; the CPU does not.
    { head: 'p50', cells: p50, alignment: 'r', isSpare: question !== 'p99' },
    { head: 'p99', cells: p99, alignment: 'r' },
    { head: 'CPU/req', cells: cpu, alignment: 'r', isSpare: question === 'p99' },
    ...(refused.some(Boolean)
      ? [{ head: 'not 2xx', cells: refused.map(percent), alignment: /** @type {const} */ ('r') }]
      : []),
    { head: HEADS[question], cells: over.map((ratio) => told(ratio && asked(ratio, question))), alignment: 'l' }
  ]
}

/** @param {import('../types/pipeline').Sample[]} own */
function refusedShare (own) {
  const total = (/** @type {'non2xx' | 'requests'} */ name) => own.reduce((sum, sample) => sum + (sample[name] || 0), 0)
  return total('non2xx') / total('requests')
}

/** @param {import('../types/comparison').Part | undefined} part */
function told (part) {
  if (!part) return ''
  return part.verdict === 'invalid' ? 'invalid' : withInterval(part.ratio, part.interval)
}

/** @param {Column[]} table */
function lines (table) {
  const rows = table[0].cells.map((_, i) => table.map(({ cells }) => cells[i]))
  return columns([table.map(({ head }) => head), ...rows], '', table.map(({ alignment }) => alignment).join(''))
}

/** @param {Column[]} table */
function widthOf (table) {
  return Math.max(...lines(table).map(({ length }) => length))
}

/**
 * @param {number} share of the longest bar
 * @param {number} width of the longest bar, in letters
 */
function bar (share, width) {
  const eighths = Math.round(8 * width * share) || 0
  return '█'.repeat(Math.max(0, Math.floor(eighths / 8))) + (EIGHTHS[eighths % 8] ?? '')
}

/**
 * @param {ReturnType<typeof import('../verdict/claim-verdict').judgeGoal>} outcome
 * @param {import('../verdict/claim-verdict').Goal} goal
 * @returns {string[]} each server's value and verdict, the first server that meets the goal, the gain of later ones
 */
function formatGoal ({ judged, first, further }, goal) {
  const needs = needsOf(goal, judged[0].id)
  return [
    ...judged.flatMap((one) => wrap(`${one.id}: goal ${needs}, measured ${has(one)}: ${MET[one.verdict]}`, WIDTH)),
    judged.length > 1 ? `Simultaneous 95 % intervals, corrected for ${judged.length} servers.` : '95 % interval.',
    '',
    ...further.flatMap(({ id, ratio, interval }) =>
      wrap(
        ratio === null
          ? `The throughput of ${id} relative to ${first} is unknown.`
          : `Going on to ${id} would multiply the throughput by ${withInterval(ratio, interval)}.`,
        WIDTH
      )
    ),
    first ? `The first to meet the goal: ${first}.` : unmet(judged)
  ]
}

/** @type {Record<import('../types/verdict').Verdict, string>} */
const MET = {
  holds: 'met',
  fails: 'not met',
  inconclusive: 'too noisy to tell; measure longer: --rounds=20',
  invalid: 'invalid; see the warnings'
}

/**
 * @param {import('../verdict/claim-verdict').Goal} goal
 * @param {string} first id of the first server
 */
function needsOf (goal, first) {
  if ('requestsPerSecond' in goal) return `${grouped(goal.requestsPerSecond)} req/s`
  if ('times' in goal) return `${rounded(goal.times)} times the req/s of ${first}`
  return `at most ${rounded(1 / (1 + goal.overBudget))} times the CPU per request of ${first}`
}

/** @param {Pick<import('../types/verdict').Judgement, 'ratio' | 'interval' | 'bound'>} judged */
function has ({ ratio, interval, bound }) {
  if (ratio === null || interval === null) return 'no value'
  if (interval.every((end) => end === ratio)) return rounded(ratio) // the ratio of a server to itself
  if (bound) return `${bound}${rounded(interval[bound === '≥ ' ? 0 : 1])} (estimate: ${rounded(ratio)})`
  return interval.every(Number.isFinite) ? `${rounded(ratio)} (${interval.map(rounded).join(' to ')})` : rounded(ratio)
}

/** @param {ReturnType<typeof import('../verdict/claim-verdict').judgeGoal>['judged']} judged */
function unmet (judged) {
  return judged.every(({ verdict }) => verdict === 'fails')
    ? 'No server meets the goal.'
    : 'Inconclusive: it is uncertain whether a server meets the goal.'
}

/** @typedef {import('../types/pipeline').Sample} Sample */

/**
 * Returns the figures of a server for a table.
 *
 * @param {Sample[]} own the server's samples
 * @param {{ cores: number }} machine
 * @returns {string[]} throughput, median latency, p99 latency and CPU per request, with units
 */
function figuresOf (own, machine) {
  const figure = (/** @type {string} */ metric) => typical(own, metric, machine)
  return [
    grouped(figure('requestsPerSecond')),
    withUnit(figure('latencyMs.p50'), 'ms'),
    withUnit(figure('latencyMs.p99'), 'ms'),
    withUnit(figure('serverCpuUsPerRequest'), 'µs')
  ]
}

/**
 * @param {number} value
 * @param {string} unit
 */
function withUnit (value, unit) {
  return Number.isNaN(value) ? 'not measured' : `${rounded(value)} ${unit}`
}

/**
 * Aligns cells in columns.
 *
 * @param {string[][]} rows
 * @param {string} [indent]
 * @param {string} [alignment] one letter for each column: `l` for text (the default), `r` for numbers
 * @returns {string[]} lines
 */
function columns (rows, indent = '', alignment = '') {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((cells) => cells[i].length)))
  return rows.map(
    (cells) =>
      indent +
      cells
        .map(function (cell, i) {
          return alignment[i] === 'r' ? cell.padStart(widths[i]) : cell.padEnd(widths[i])
        })
        .join('  ')
        .trimEnd()
  )
}

module.exports = { columns, figuresOf, format, formatGoal, verdictLines }
