'use strict'

const { styleText } = require('util')
const { headline } = require('../harness/comparison/headline')
const { measured, percent } = require('../harness/report/numbers')
const { wrap } = require('../harness/report/wrap')
const { median } = require('../harness/statistics')
const { figuresOf } = require('./figures')
const { columns } = require('./table')

/** @typedef {import('../harness/records').Comparison} Comparison */

const WIDTH = 80 // where nobody says how wide it is
const LEAST_BAR = 5
const MOST_BAR = 20
const GAP = 2
const BAR_COLUMN = 2
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * A comparison as a table, with bars where there is room for them.
 *
 * @param {Comparison} comparison
 * @param {{ columns?: number, hasColors?: () => boolean }} stream that it is for
 * @returns {string[]} lines
 */
function tell ({ subjects, samples, ratios }, { columns: width = WIDTH, hasColors = () => false }) {
  const own = (/** @type {string} */ id) => samples.filter(({ subject }) => subject === id)
  const refused = subjects.map((id) => median(own(id).map(({ non2xx, requests }) => non2xx / requests)))
  const rows = subjects.map(function (id, i) {
    const ratio = ratios.find(({ subject }) => subject === id)
    const [throughput, ...others] = figuresOf(own(id))
    return [id, throughput, ...others, ...refused.some(Boolean) ? [percent(refused[i])] : [], ratio ? measured(ratio.ratio, ratio.interval) : '']
  })
  const head = ['subject', 'req/s', 'p50', 'p99', 'CPU/request', ...refused.some(Boolean) ? ['not 2xx'] : [], `over ${subjects[0]}`]
  const plain = columns([head, ...rows], '', 'lrrrrrl')
  const room = Math.min(MOST_BAR, width - GAP - Math.max(...plain.map(({ length }) => length)))
  const doubts = new Set(ratios.flatMap(({ doubts }) => doubts.map(({ sentence, remedy }) => `Doubt: ${sentence} ${remedy}`)))
  return [
    ...wrap(headline(subjects, ratios), width),
    '',
    ...room < LEAST_BAR ? plain : withBars(),
    ...[...doubts].flatMap((doubt) => ['', ...wrap(doubt, width)])
  ]

  function withBars () {
    const throughputs = subjects.map((id) => median(own(id).map(({ requestsPerSecond }) => requestsPerSecond)))
    const bars = throughputs.map((value) => bar(value / Math.max(...throughputs), room))
    const lines = columns([head, ...rows].map((cells, i) => cells.toSpliced(BAR_COLUMN, 0, i ? bars[i - 1] : '')), '', 'lrlrrrrl')
    return hasColors() ? lines.map((line, i) => i ? line.replace(bars[i - 1], (bar) => bar && styleText('cyan', bar, { validateStream: false })) : line) : lines
  }
}

/**
 * @param {number} share of the longest bar
 * @param {number} width of that one, in letters
 */
function bar (share, width) {
  const eighths = Math.round(8 * width * share) || 0
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8]
}

/** @param {ReturnType<typeof import('../harness/goal').judgeGoal>} outcome */
function tellGoal ({ judged, first, further }) {
  return [
    ...columns(judged.map(({ id, verdict, ratio, interval }) => [verdict, id, measured(ratio, interval)])),
    '',
    first ? `The first to meet the goal: ${first}.` : 'None meets the goal.',
    ...judged.flatMap(({ doubts }) => doubts).map(({ sentence, remedy }) => `Doubt: ${sentence} ${remedy}`),
    ...further.map(({ id, ratio, interval }) => ratio === null
      ? `What going on to ${id} would bring could not be told.`
      : `Going on to ${id} would multiply its throughput by ${measured(ratio, interval)}.`)
  ]
}

module.exports = { tell, tellGoal }
