'use strict'

const path = require('path')
const { assertSameContract } = require('../harness/contract')
const { Fault } = require('../harness/fault')
const { change } = require('../harness/report/numbers')
const { withRunDirectory } = require('../harness/reports')
const { judgeGate } = require('../harness/verdict')
const { printRecord } = require('./record')
const { atRevision } = require('./revision')
const { gatePlan, measureShown } = require('./session')
const { toSubject } = require('./subjects')

const STATUS = { holds: 0, fails: 1, inconclusive: 3, invalid: 3 }

/** @type {import('./commands').Command} */
module.exports = {
  name: 'gate',
  usage: '--baseline=<file> --candidate=<file>',
  summary: 'two versions of one server: is the second slower?',
  options: ['baseline', 'candidate', 'path', 'port', 'margin', 'alarm', 'budget', 'connections', 'driver', 'lenient', 'json'],
  // Enough to keep one thread full. With more, each answer takes longer, and so would each burst (see measure.js).
  defaults: { connections: '50' },
  positionals: [0, 0],
  startsServer: true,
  async run (_, values) {
    const { session, subjects } = await withRunDirectory(path.resolve('reports'), async function (directory) {
      const subjects = await toSubjects(values, directory)
      await assertSameContract(subjects[0], subjects[1], directory)
      return { subjects, session: await measured(subjects, values) }
    })
    const result = judgeGate(session.samples, session.machine, { margin: values.margin, alarm: values.alarm })
    if (values.json) printRecord('gate', { subjects: subjects.map(({ file }) => file), ...result, samples: session.samples })
    else console.log(tell(result, values))
    const status = STATUS[result.verdict]
    return status === 3 && values.lenient ? 0 : status
  }
}

/**
 * @param {import('../harness/records').Subject[]} subjects
 * @param {Record<string, any>} values
 */
async function measured (subjects, { budget, connections, driver }) {
  console.error(`Measuring ${subjects[0].file} and ${subjects[1].file} in turns, for about ${budget} s.`)
  return measureShown(subjects, gatePlan({ driver, connections, budgetSeconds: budget }))
}

/**
 * @param {Record<string, any>} values
 * @param {string} directory for a work tree of another revision
 */
async function toSubjects ({ baseline, candidate, ...options }, directory) {
  if (!baseline || !candidate) throw new Fault('gate needs both --baseline=<file> and --candidate=<file>. See: npx hot-path gate --help')
  const judged = toSubject(candidate, options)
  const reference = baseline.startsWith('git:') ? atRevision(judged, baseline.slice(4), directory) : toSubject(baseline, options)
  // Both get the same load: that of the candidate, where none is given.
  return [{ ...reference, id: 'baseline', path: judged.path, load: judged.load }, { ...judged, id: 'candidate' }]
}

/**
 * @param {import('../harness/verdict').GateResult} result
 * @param {Record<string, any>} values
 */
function tell ({ verdict, smallest, rounds, witnesses, doubts }, { margin, alarm }) {
  const lines = [`Gate: ${verdict}. ${MEANINGS[verdict](margin, alarm)}`, '']
  for (const [metric, { ratio, interval, verdict }] of Object.entries(witnesses)) {
    lines.push(`  ${WITNESSES[metric]}  ${change(ratio)}  [${change(interval[0])} .. ${change(interval[1])}]  ${verdict}`)
  }
  if (smallest !== null) {
    lines.push('', `Measured in ${rounds} rounds. The smallest slowdown that these could have proven: ${change(smallest)}.`)
  }
  for (const { sentence, remedy } of doubts) lines.push('', `Doubt: ${sentence}`, `       ${remedy}`)
  return lines.join('\n')
}

/** @type {Record<string, string>} */
const WITNESSES = {
  serverCpuUsPerRequest: 'CPU per request ',
  requestsPerSecond: 'time per request'
}

/** @type {Record<string, (margin: number, alarm: number) => string>} */
const MEANINGS = {
  holds: (margin, alarm) => `No slowdown beyond ${percent(margin)} is to be seen, and one of ${percent(alarm)} is excluded.`,
  fails: (margin) => `The candidate is slower, by more than ${percent(margin)}.`,
  inconclusive: () => 'Slower or not: this run could not tell. Give it more time (--budget=120s), or a quieter machine.',
  invalid: () => 'The measurement cannot be believed.'
}

/** @param {number} share */
function percent (share) {
  return `${+(100 * share).toFixed(1)} %`
}
