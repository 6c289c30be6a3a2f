'use strict'

const { styleText } = require('util')
const { headline } = require('../harness/comparison/headline')
const { doubtsAbout } = require('../harness/doubts')
const { measured, percent } = require('../harness/report/numbers')
const { wrap } = require('../harness/report/wrap')
const { median } = require('../harness/statistics')
const { figuresOf } = require('./figures')
const { columns } = require('./table')

/** @typedef {import('../harness/comparison/records').Comparison} Comparison */

/** @typedef {{ head: string, cells: string[], alignment: 'l' | 'r', isSpare?: boolean }} Column */

const WIDTH = 80 // where nobody says how wide it is
const LEAST_BAR = 5
const MOST_BAR = 20
const GAP = 2
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * A comparison as a table, with bars where there is room for them.
 *
 * @param {Comparison} comparison
 * @param {{ columns?: number, hasColors?: () => boolean }} stream that it is for
 * @returns {string[]} lines
 */
function tell (comparison, { columns: given, hasColors = () => false }) {
  const width = given || WIDTH // some terminals say 0
  const { subjects, samples, ratios, machine } = comparison
  let table = columnsOf(comparison)
  if (widthOf(table) > width) table = table.filter(({ isSpare }) => !isSpare)
  const room = Math.min(MOST_BAR, width - GAP - widthOf(table))
  const throughputs = subjects.map((id) => median(samples.filter(({ subject }) => subject === id).map(({ requestsPerSecond }) => requestsPerSecond)))
  const bars = throughputs.map((value) => bar(value / Math.max(...throughputs), room))
  if (room >= LEAST_BAR) table.splice(2, 0, { head: '', cells: bars, alignment: 'l' })
  return [
    ...wrap(headline(subjects, ratios), width),
    '',
    ...lines(table).map((line) => hasColors() ? line.replace(/[█▏▎▍▌▋▊▉]+/, (bar) => styleText('cyan', bar, { validateStream: false })) : line),
    ...doubtsAbout(samples, machine).flatMap(({ sentence, remedy }) => ['', ...wrap(`Doubt: ${sentence} ${remedy}`, width)])
  ]
}

/**
 * @param {Comparison} comparison
 * @returns {Column[]}
 */
function columnsOf ({ subjects, samples, ratios }) {
  const own = subjects.map((id) => samples.filter(({ subject }) => subject === id))
  const refused = own.map((own) => median(own.map(({ non2xx, requests }) => non2xx / requests)))
  const [throughput, p50, p99, cpu] = [0, 1, 2, 3].map((i) => own.map((own) => figuresOf(own)[i]))
  const over = subjects.map((id) => ratios.find(({ subject }) => subject === id))
  return [
    { head: 'subject', cells: subjects, alignment: 'l' },
    { head: 'req/s', cells: throughput, alignment: 'r' },
    { head: 'p50', cells: p50, alignment: 'r', isSpare: true },
    { head: 'p99', cells: p99, alignment: 'r' },
    { head: 'CPU/req', cells: cpu, alignment: 'r' },
    ...refused.some(Boolean) ? [{ head: 'not 2xx', cells: refused.map(percent), alignment: /** @type {const} */ ('r') }] : [],
    { head: 'over the first', cells: over.map(told), alignment: 'l' }
  ]
}

/** @param {import('../harness/comparison/records').Ratio | undefined} ratio */
function told (ratio) {
  if (!ratio) return ''
  return ratio.verdict === 'invalid' ? 'invalid' : measured(ratio.ratio, ratio.interval)
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
 * @param {number} width of that one, in letters
 */
function bar (share, width) {
  const eighths = Math.round(8 * width * share) || 0
  return '█'.repeat(Math.max(0, Math.floor(eighths / 8))) + (EIGHTHS[eighths % 8] ?? '')
}

/** @param {ReturnType<typeof import('../harness/goal').judgeGoal>} outcome */
function tellGoal ({ judged, first, further }) {
  return [
    ...columns(judged.map(({ id, verdict, ratio, interval }) => [verdict, id, measured(ratio, interval)])),
    '',
    first ? `The first to meet the goal: ${first}.` : 'None meets the goal.',
    ...further.map(({ id, ratio, interval }) => ratio === null
      ? `What going on to ${id} would bring could not be told.`
      : `Going on to ${id} would multiply its throughput by ${measured(ratio, interval)}.`)
  ]
}

module.exports = { tell, tellGoal }
