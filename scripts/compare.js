'use strict'

const catalog = require('../catalog')
const { Fault } = require('../harness/fault')
const { judgeGoal } = require('../harness/goal')
const { leastRounds, median, ratio } = require('../harness/statistics')
const { LEVEL, align } = require('../harness/verdict')
const { figuresOf } = require('./figures')
const { measured, percent } = require('./numbers')
const { printRecord } = require('./record')
const { measureShown, plainPlan } = require('./session')
const { toSubject } = require('./subjects')
const { columns } = require('./table')

/** @typedef {import('../harness/records').Session} Session */
/** @typedef {{ subject: string, over: string, ratio: number | null, interval: [number, number] | null, doubts: import('../harness/records').Doubt[] }} Ratio */

const USUAL = catalog.filter(({ lesson }) => lesson).map(({ id }) => id)

/** @type {import('./commands').Command} */
module.exports = {
  name: 'compare',
  usage: '[subjects...]',
  summary: 'several subjects in one session; by default the steps and the ceiling',
  options: ['path', 'rounds', 'duration', 'connections', 'driver', 'goal', 'over-budget', 'json'],
  defaults: { duration: '1' },
  positionals: [0, 50],
  async run (names, values) {
    const subjects = toSubjects(names.length ? names : USUAL, values)
    const goal = toGoal(values)
    const ids = subjects.map(({ id }) => id)
    console.error(`Measuring ${ids.join(', ')} in turns, ${values.rounds} rounds.`)
    const session = await measureShown(subjects, plainPlan(values))
    const ratios = overFirst(ids, session)
    const outcome = goal && judgeGoal(goal, ids, session.samples, session.machine)
    if (values.json) printRecord('compare', { subjects: ids, ratios, goal: outcome, samples: session.samples })
    else console.log([...tell(ids, session, ratios), ...outcome ? ['', ...tellGoal(outcome)] : []].join('\n'))
    return statusOf(outcome)
  }
}

/**
 * @param {Record<string, any>} values
 * @returns {import('../harness/goal').Goal | null}
 */
function toGoal ({ goal, 'over-budget': overBudget, rounds }) {
  if (goal === undefined && overBudget === undefined) return null
  if (goal !== undefined && overBudget !== undefined) throw new Fault('--goal and --over-budget are two goals. Give one of them.')
  if (rounds < leastRounds(LEVEL)) throw new Fault(`a goal takes at least ${leastRounds(LEVEL)} rounds to be judged.`)
  return goal ?? { overBudget }
}

/** @param {ReturnType<typeof judgeGoal> | null} outcome */
function statusOf (outcome) {
  if (!outcome || outcome.first) return 0
  return outcome.judged.every(({ verdict }) => verdict === 'fails') ? 1 : 3
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
function toSubjects (names, values) {
  const subjects = names.map((name) => toSubject(name, values))
  const twice = subjects.find(({ id }, i) => subjects.findIndex((other) => other.id === id) < i)
  if (twice) throw new Fault(`two subjects would be called "${twice.id}". Give each only once, and files of different names.`)
  return subjects
}

/**
 * @param {string[]} ids
 * @param {Session} session
 * @returns {Ratio[]} the throughput of each subject but the first, over that of the first; null where no round is without doubt
 */
function overFirst ([first, ...others], { samples, machine }) {
  return others.map(function (id) {
    const { series, doubts } = align(samples, [id, first], 'requestsPerSecond', machine)
    if (series[0].length === 0) return { subject: id, over: first, ratio: null, interval: null, doubts }
    const { estimate, low, high } = ratio(series[0], series[1], LEVEL)
    return { subject: id, over: first, ratio: estimate, interval: [low, high], doubts }
  })
}

/**
 * @param {string[]} ids
 * @param {Session} session
 * @param {Ratio[]} ratios
 */
function tell (ids, { samples }, ratios) {
  const rows = ids.map(function (id) {
    const own = samples.filter(({ subject }) => subject === id)
    const ratio = ratios.find(({ subject }) => subject === id)
    return [
      id,
      ...figuresOf(own),
      percent(median(own.map(({ non2xx, requests }) => non2xx / requests))),
      ratio ? measured(ratio.ratio, ratio.interval) : ''
    ]
  })
  const doubts = new Set(ratios.flatMap(({ doubts }) => doubts.map(({ sentence, remedy }) => `Doubt: ${sentence}\n       ${remedy}`)))
  return [
    ...columns([['subject', 'req/s', 'p50', 'p99', 'CPU/request', 'not 2xx', `req/s over ${ids[0]}`], ...rows], '', 'lrrrrrl'),
    ...[...doubts].flatMap((doubt) => ['', doubt])
  ]
}

/** @param {ReturnType<typeof judgeGoal>} outcome */
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
