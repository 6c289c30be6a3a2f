'use strict'

// The rules of claims, and of goals, which are claims about the throughput or CPU time of each version.

const { LEVEL, judge, levelOf } = require('./judge')
const { LEAST_VALUES } = require('./statistics')
const { studentQuantile } = require('./student-t')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/verdict').Claim} Claim */
/** @typedef {import('../types/verdict').Judgement} Judgement */
/** @typedef {import('../types/verdict').Verdict} Verdict */
/** @typedef {import('./statistics').Interval} Interval */

/**
 * Returns the rule by which a claim ("at least 20 times") is judged: it holds if the whole interval is within the
 * thresholds, and fails if the whole interval is outside them.
 *
 * @param {{ least?: number, most?: number }} thresholds at least one of the two
 * @returns {(interval: Interval) => Verdict}
 */
function thresholdRule ({ least = -Infinity, most = Infinity }) {
  return function ({ low, high }) {
    if (low >= least && high <= most) return 'holds'
    return high < least || low > most ? 'fails' : 'inconclusive'
  }
}

/**
 * @param {Claim} claim
 * @param {Sample[]} samples of one session
 * @param {{ cores: number }} machine
 * @param {number} [level] coverage of the interval; for several claims, see levelOf
 * @returns {{ id: string } & Judgement}
 */
function judgeClaim (claim, samples, machine, level = LEVEL) {
  // Some metrics are not measured in every sample of a server.
  const [name] = claim.metric.split('.')
  const taken = samples.filter((sample) => name in sample)
  return { id: claim.id, ...judge(claim, { samples: taken, machine }, level, thresholdRule(claim)) }
}

/**
 * Judges several claims of one session, so that with a probability of 95 % no verdict is wrong.
 *
 * Each claim is a one-sided test (with two thresholds: two tests that must both hold), which needs an interval of level
 * 1 - 2 * alpha. Alpha is 5 % divided by the number of undecided claims: once some claims are decided, the others are
 * judged less strictly. Source: Holm, Scandinavian Journal of Statistics 6 (1979).
 *
 * @param {Claim[]} claims
 * @param {Sample[]} samples
 * @param {{ cores: number }} machine
 * @returns {({ id: string } & Judgement)[]} in the order of the claims; `level` belongs to the deciding interval
 */
function judgeClaims (claims, samples, machine) {
  /** @type {Map<string, { id: string } & Judgement>} */
  const judged = new Map()
  let open = claims
  while (open.length) {
    const level = 1 - (2 * (1 - LEVEL)) / open.length
    const seen = open.map((claim) => judgeClaim(claim, samples, machine, level))
    for (const one of seen) judged.set(one.id, one)
    const undecided = open.filter((_, i) => !['holds', 'fails'].includes(seen[i].verdict))
    if (undecided.length === open.length) break
    open = undecided
  }
  return claims.map(({ id }) => /** @type {{ id: string } & Judgement} */ (judged.get(id)))
}

// Power of the number of rounds that is planned for a claim.
const CLAIM_POWER = 0.95
const MOST_ROUNDS = 1000

/**
 * Estimates from recorded rounds how many rounds decide a claim: the smallest number that finds it to hold in 95 of 100
 * sessions, if the recorded value is the true one. The level is the strictest, that of the first of all claims.
 *
 * Source: Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988; Student's replace normal quantiles.
 *
 * @param {Claim} claim
 * @param {Sample[]} samples the recorded ones
 * @param {{ cores: number }} machine
 * @param {number} claims number of claims that are judged together
 * @returns {number} Infinity if the recorded value is missing or does not meet the claim, or if 999 rounds are too few
 */
function roundsFor (claim, samples, machine, claims) {
  const { ratio, standardError, rounds } = judgeClaim(claim, samples, machine)
  if (ratio === null || standardError === null) return Infinity
  const toScale = (/** @type {number} */ value) => (claim.over === undefined ? value : Math.log(value))
  const { least = claim.over === undefined ? -Infinity : 0, most = Infinity } = claim
  const distance = Math.min(toScale(ratio) - toScale(least), toScale(most) - toScale(ratio))
  if (distance < 0) return Infinity
  const deviation = standardError * Math.sqrt(rounds)
  const alpha = (1 - LEVEL) / claims
  for (let count = LEAST_VALUES; count < MOST_ROUNDS; count++) {
    const quantiles = studentQuantile(1 - alpha, count - 1) + studentQuantile(CLAIM_POWER, count - 1)
    if ((quantiles * deviation) / Math.sqrt(count) <= distance) return count
  }
  return Infinity
}

/** @typedef {ReturnType<typeof judgeClaim>} Judged */

/**
 * The goal of an optimisation: requests per second; a multiple of the first version's throughput; or CPU within a
 * budget, given as the share by which the first version exceeds it (1 is "twice the budget").
 *
 * @typedef {{ requestsPerSecond: number } | { times: number } | { overBudget: number }} Goal
 */

/**
 * Finds the first version that meets a goal, and what later versions add. The intervals of `judged` are simultaneous
 * 95 % intervals; those of `further` have the same level.
 *
 * @param {Goal} goal
 * @param {string[]} subjects ids, in the order in which they were built; the first is the starting point
 * @param {Sample[]} samples of one session
 * @param {{ cores: number }} machine
 * @returns {{ judged: Judged[], first: string | null, further: Judged[] }} `judged`: each subject against the goal;
 *   `further`: the throughput of each subject after `first`, over that of `first`
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
 * @returns {Claim}
 */
function asClaim (goal, subject, first) {
  const claim = { id: subject, subject, text: 'It meets the goal.', why: 'The user set this goal.' }
  if ('requestsPerSecond' in goal) return { ...claim, metric: 'requestsPerSecond', least: goal.requestsPerSecond }
  if ('times' in goal) return { ...claim, metric: 'requestsPerSecond', over: first, least: goal.times }
  return { ...claim, metric: 'serverCpuUsPerRequest', over: first, most: 1 / (1 + goal.overBudget) }
}

module.exports = { judgeClaim, judgeClaims, judgeGoal, roundsFor }
