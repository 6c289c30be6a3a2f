'use strict'

const path = require('path')
const catalog = require('../catalog')
const { Fault } = require('../harness/fault')
const { judgeGoal } = require('../harness/goal')
const { quote } = require('../harness/instruments/command')
const { leastValues } = require('../harness/statistics')
const { LEVEL } = require('../harness/verdict')
const { compared, published, readComparison } = require('./comparison')
const { isMute } = require('./mute')
const { openReport } = require('./open')
const { defaultText, spelled } = require('./options')
const { printRecord, saveRecord } = require('./record')
const { toSubject } = require('./subjects')
const { tell, tellGoal } = require('./tell-comparison')

/** @typedef {import('../harness/comparison/records').Comparison} Comparison */

const USUAL = catalog.filter(({ lesson }) => lesson).map(({ id }) => id)
const KEPT = path.resolve('reports', 'compare', 'index.json')
const RESULTS = path.resolve(__dirname, '../results/compare.json')

/** @type {import('./commands').Command} */
const compare = {
  name: 'compare',
  usage: '[subjects...]',
  summary: 'subjects in turns, on one page; by default the steps and the ceiling',
  options: ['path', 'port', 'rounds', 'duration', 'connections', 'driver', 'timeline', 'flame', 'from', 'goal', 'over-budget', 'save', 'no-open', 'json'],
  defaults: { duration: '1' },
  positionals: [0, 50],
  startsServer: true,
  async run (names, values) {
    const goal = toGoal(values)
    const comparison = values.from !== undefined ? again(names, values) : await anew(names, values)
    const report = await published(comparison, values.from ?? KEPT, { drawOnly: values.from !== undefined })
    if (values.save) saveRecord(RESULTS, 'compare', comparison)
    const outcome = goal && judgeGoal(goal, comparison.subjects, comparison.samples, comparison.machine)
    if (values.json) {
      printRecord('compare', { ...comparison, goal: outcome, report })
    } else {
      console.log([...tell(comparison, process.stdout), ...outcome ? ['', ...tellGoal(outcome)] : [], '', `Page: ${path.relative(process.cwd(), report)}`].join('\n'))
      if (!values['no-open']) await openReport(report)
    }
    return statusOf(outcome, comparison)
  }
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
async function anew (names, values) {
  const subjects = toSubjects(names.length ? names : USUAL, values)
  console.error(`Measuring ${subjects.map(({ id }) => id).join(', ')} in turns, ${values.rounds} rounds.`)
  return compared(subjects, values, {
    again: commandFor(names, values),
    keep: (measured) => published(measured, KEPT, { drawOnly: false })
  })
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 */
function again (names, { from, flame, save }) {
  if (names.length || flame || save) throw new Fault('--from draws what was measured before: it takes no subjects, no --flame and no --save.')
  return readComparison(from)
}

/**
 * @param {string[]} names
 * @param {Record<string, any>} values
 * @returns {string} what to type for the same session
 */
function commandFor (names, values) {
  const options = ['path', 'port', 'rounds', 'duration', 'connections', 'driver', 'timeline', 'flame']
    .filter((name) => values[name] !== undefined && String(values[name]) !== defaultText(name, compare))
    .map((name) => spelled(name, values[name]))
  return ['npx hot-path compare', ...[...names, ...options, ...values.args.length ? ['--', ...values.args] : []].map(quote)].join(' ')
}

/**
 * @param {Record<string, any>} values
 * @returns {import('../harness/goal').Goal | null}
 */
function toGoal ({ goal, 'over-budget': overBudget, rounds, from }) {
  if (goal === undefined && overBudget === undefined) return null
  if (goal !== undefined && overBudget !== undefined) throw new Fault('--goal and --over-budget are two goals. Give one of them.')
  if (!from && rounds < leastValues(LEVEL)) throw new Fault(`a goal takes at least ${leastValues(LEVEL)} rounds to be judged.`)
  return goal ?? { overBudget }
}

/**
 * @param {ReturnType<typeof judgeGoal> | null} outcome
 * @param {Comparison} comparison
 */
function statusOf (outcome, { subjects, samples }) {
  if (subjects.some((id) => isMute(samples.filter(({ subject }) => subject === id)))) return 3
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

module.exports = compare
