'use strict'

const { levelOf } = require('./judge')
const { judgeClaim } = require('./verdict')

/** @typedef {import('../records').Sample} Sample */
/** @typedef {ReturnType<typeof judgeClaim>} Judged */

/**
 * What people want before they begin to optimise: so many requests per second; so many times the throughput of the
 * first version; or to save the CPU that is over a budget (1 is "twice the budget").
 *
 * @typedef {{ requestsPerSecond: number } | { times: number } | { overBudget: number }} Goal
 */

/**
 * Which version meets a goal first, and what the versions after it would add. All intervals of the versions hold
 * together at 95 %.
 *
 * @param {Goal} goal
 * @param {string[]} subjects ids, in the order in which they were built; the first is where one stands
 * @param {Sample[]} samples of one session
 * @param {{ cores: number }} machine
 * @returns {{ judged: Judged[], first: string | null, further: Judged[] }} `judged`: each subject against the goal;
 *   `further`: the throughput of each subject after the first that meets it, over that one's
 */
function judgeGoal (goal, subjects, samples, machine) {
  const level = levelOf(subjects.length)
  const judged = subjects.map((id) => judgeClaim(asClaim(goal, id, subjects[0]), samples, machine, level))
  const first = judged.find(({ verdict }) => verdict === 'holds')?.id ?? null
  const after = first ? subjects.slice(subjects.indexOf(first) + 1) : []
  const further = after.map((id) =>
    judgeClaim(
      { id, text: '', why: '', metric: 'requestsPerSecond', subject: id, over: String(first), least: 1 },
      samples,
      machine,
      level
    )
  )
  return { judged, first, further }
}

/**
 * @param {Goal} goal
 * @param {string} subject
 * @param {string} first
 * @returns {import('./verdict').Claim}
 */
function asClaim (goal, subject, first) {
  const claim = { id: subject, subject, text: 'It meets the goal.', why: 'The person set it.' }
  if ('requestsPerSecond' in goal) return { ...claim, metric: 'requestsPerSecond', least: goal.requestsPerSecond }
  if ('times' in goal) return { ...claim, metric: 'requestsPerSecond', over: first, least: goal.times }
  return { ...claim, metric: 'serverCpuUsPerRequest', over: first, most: 1 / (1 + goal.overBudget) }
}

module.exports = { judgeGoal }
