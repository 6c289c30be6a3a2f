'use strict'

const { judge, LEVEL, levelOf } = require('./judge')
const { LEAST_VALUES, median } = require('./statistics')
const { studentQuantile } = require('./student-t')
const { isPaced } = require('./validity')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/verdict').Claim} Claim */
/** @typedef {import('../types/verdict').Judgement} Judgement */
/** @typedef {import('../types/verdict').Verdict} Verdict */
/** @typedef {import('./statistics').Interval} Interval */

/**
 * How a gate judges one interval of cost, candidate over baseline.
 *
 * `fails`: the whole interval is beyond the margin, the slowdown that people agreed to overlook. `holds`: the best
 * estimate is within the margin, and the interval excludes a slowdown that nobody may miss. Anything else is
 * `inconclusive`: probably a little slower, or measured too roughly.
 *
 * @param {{ margin: number, alarm: number }} thresholds as shares: 0.02 is 2 %
 * @returns {(interval: Interval) => Verdict}
 */
function costRule ({ margin, alarm }) {
  return function ({ estimate, low, high }) {
    if (low > 1 + margin) return 'fails'
    return estimate <= 1 + margin && high < 1 + alarm ? 'holds' : 'inconclusive'
  }
}

/**
 * How a claim ("at least 20 times") is judged: it holds when the whole interval is within the thresholds, and fails
 * when the whole interval is outside of them.
 *
 * @param {{ least?: number, most?: number }} thresholds one of the two, or both
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
 * @param {number} [level] coverage of the interval; of one of several claims, see levelOf
 * @returns {{ id: string } & Judgement}
 */
function judgeClaim (claim, samples, machine, level = LEVEL) {
  // Some figures are not taken in every session of a subject.
  const [name] = claim.metric.split('.')
  const taken = samples.filter((sample) => name in sample)
  return { id: claim.id, ...judge(claim, { samples: taken, machine }, level, thresholdRule(claim)) }
}

/**
 * Judges several claims of one session, so that with a probability of 95 % no verdict is wrong.
 *
 * Each claim is a one-sided question (of two thresholds, two that both have to hold), so it is judged by an interval of
 * 1 - 2 * alpha. Alpha is 5 % over the number of claims that are still open: once claims are decided, the others are
 * judged less strictly. Source: Holm, Scandinavian Journal of Statistics 6 (1979).
 *
 * @param {Claim[]} claims
 * @param {Sample[]} samples
 * @param {{ cores: number }} machine
 * @returns {({ id: string } & Judgement)[]} in the order of the claims; `level` is that of the interval that decided
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

// The power for which the rounds of a claim are chosen.
const CLAIM_POWER = 0.95
const MOST_ROUNDS = 1000

/**
 * How many rounds decide a claim, from rounds that were recorded: the smallest number with which it is found to hold
 * in 95 of 100 sessions, where the truth is what was recorded, judged as strictly as the first of all claims.
 *
 * Source: Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988; Student's quantiles for the normal.
 *
 * @param {Claim} claim
 * @param {Sample[]} samples that were recorded
 * @param {{ cores: number }} machine
 * @param {number} claims how many are judged together
 * @returns {number} Infinity where the recorded value does not meet the claim
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

/**
 * @typedef {object} GateResult
 * @property {Verdict} verdict
 * @property {string | null} reason why there is no verdict, or why one metric alone decided
 * @property {string[]} judgedBy the metrics that could be judged
 * @property {number | null} ratio cost of the candidate over that of the baseline: 1.10 is 10 % slower
 * @property {[number, number] | null} interval
 * @property {number} level coverage of each interval; both metrics hold together at 95 %
 * @property {number | null} smallest the minimum detectable effect: the smallest true ratio that this run would have
 *   called `fails` four times in five
 * @property {number} rounds
 * @property {string} decidedBy the metric that `ratio` and `interval` are of
 * @property {Record<string, Omit<Judgement, 'doubts'>>} witnesses by metric: CPU per request, time per request
 *   (throughput, inverted; at a fixed pace, mean latency) and, where they were counted, bytes allocated for a request
 * @property {Counted[]} counts what else was counted, where it changed
 * @property {import('../types/verdict').Outlier[]} outliers of the metric that decided
 * @property {import('../types/pipeline').Doubt[]} doubts
 */

/**
 * @typedef {object} Counted for a request
 * @property {string} metric
 * @property {number} baseline
 * @property {number} candidate
 */

// How often the minimum detectable effect is to be found: the usual power (Cohen, "Statistical Power Analysis", 1988).
const POWER = 0.8

const CPU = 'serverCpuUsPerRequest'
const THROUGHPUT = 'requestsPerSecond'
const LATENCY = 'latencyMs.mean'
const ALLOCATION = 'allocatedBytesPerRequest'
/** What has to change, so that it is told: bytes by a share of what there was, the others by so many for a request. */
const COUNTS = /** @type {const} */ ({
  [ALLOCATION]: { share: 0.05 },
  // A hundredth of a connection for a request is one that broke, and no habit.
  connectionsPerRequest: { least: 0.05 },
  outgoingPerRequest: { least: 0.05 }
})
/** @type {Record<string, string>} */
const UNSEEN = {
  [CPU]: 'judged by time per request alone',
  [THROUGHPUT]: 'judged by CPU per request alone',
  [LATENCY]: 'judged by CPU per request alone'
}

/**
 * Is the candidate slower than the baseline?
 *
 * The first metric is CPU time per request, which neighbours on the machine disturb least. The second is throughput,
 * which also sees a server that waits; at a fixed pace, where the throughput is the pace, it is the mean latency. The
 * gate fails when either does, and holds when the CPU holds and the second one does not fail. Where one of them cannot
 * be judged, the other one is judged alone, and the reason is given. What a request allocates is a witness, too, and
 * has a say where that is asked for.
 *
 * @param {Sample[]} samples of the subjects `baseline` and `candidate`
 * @param {{ cores: number }} machine
 * @param {{ margin: number, alarm: number, allocations?: boolean, gates?: number }} asked the thresholds; whether more
 *   allocation fails a gate; how many gates are judged together
 * @returns {GateResult}
 */
function judgeGate (samples, machine, { allocations = false, gates = 1, ...thresholds }) {
  const level = levelOf(gates * (allocations ? 3 : 2))
  const session = { samples, machine }
  const counted = { samples: samples.filter((sample) => sample[ALLOCATION] !== undefined), machine }
  const cpu = judge({ metric: CPU, subject: 'candidate', over: 'baseline' }, session, level, costRule(thresholds))
  const timing = samples.length > 0 && samples.every(isPaced)
    ? { metric: LATENCY, subject: 'candidate', over: 'baseline' }
    : { metric: THROUGHPUT, subject: 'baseline', over: 'candidate' }
  const time = judge(timing, session, level, costRule(thresholds))
  const allocation =
    counted.samples.length > 0 || allocations
      ? judge({ metric: ALLOCATION, subject: 'candidate', over: 'baseline' }, counted, level, costRule(thresholds))
      : null
  const timed = outcomeOf(cpu, time, timing.metric)
  const { decided, decidedBy, verdict, reason, judgedBy } =
    allocations && allocation ? withAllocation(timed, allocation) : timed
  const { ratio, interval, rounds, outliers } = decided
  return {
    verdict,
    reason,
    judgedBy,
    ratio,
    interval,
    level,
    smallest: detectableEffect(decided, thresholds.margin),
    rounds,
    decidedBy,
    witnesses: {
      [CPU]: withoutDoubts(cpu),
      [timing.metric]: withoutDoubts(time),
      ...(allocation && { [ALLOCATION]: withoutDoubts(allocation) })
    },
    counts: changedCounts(counted.samples),
    outliers,
    doubts: cpu.doubts
  }
}

/** @param {Judgement} judged */
function withoutDoubts ({ doubts, ...judged }) {
  return judged
}

/**
 * @param {Sample[]} samples
 * @returns {Counted[]} of the counts that are not the same, the medians
 */
function changedCounts (samples) {
  const metrics = /** @type {(keyof typeof COUNTS)[]} */ (Object.keys(COUNTS))
  if (samples.length === 0) return []
  return metrics.flatMap(function (metric) {
    const [baseline, candidate] = ['baseline', 'candidate'].map((id) =>
      median(samples.filter(({ subject }) => subject === id).map((sample) => Number(sample[metric])))
    )
    const { share = 0, least = share * baseline } = /** @type {{ share?: number, least?: number }} */ (COUNTS[metric])
    return Math.abs(candidate - baseline) >= least ? [{ metric, baseline, candidate }] : []
  })
}

/** @typedef {{ decided: Judgement } & Pick<GateResult, 'verdict' | 'reason' | 'judgedBy' | 'decidedBy'>} Outcome */

/**
 * @param {Outcome} timed
 * @param {Judgement} allocation
 * @returns {Outcome} where more allocation fails a gate
 */
function withAllocation (timed, allocation) {
  const outcome = { ...timed, judgedBy: [...timed.judgedBy, ALLOCATION] }
  if (timed.verdict === 'fails') return outcome
  if (allocation.verdict === 'fails') {
    return { ...outcome, decided: allocation, decidedBy: ALLOCATION, verdict: 'fails', reason: allocation.reason }
  }
  if (timed.verdict !== 'holds' || allocation.verdict === 'holds') return outcome
  return {
    ...outcome,
    decided: allocation,
    decidedBy: ALLOCATION,
    verdict: 'inconclusive',
    reason: `of the bytes allocated: ${allocation.reason ?? 'too noisy to tell'}`
  }
}

/**
 * @param {Judgement} cpu
 * @param {Judgement} time
 * @param {string} metric of the time
 * @returns {Outcome}
 */
function outcomeOf (cpu, time, metric) {
  const canJudge = [isJudgeable(cpu), isJudgeable(time)]
  const judgedBy = [CPU, metric].filter((_, i) => canJudge[i])
  if (cpu.verdict === 'fails' || time.verdict === 'fails') {
    const decided = cpu.verdict === 'fails' ? cpu : time
    const decidedBy = decided === cpu ? CPU : metric
    return {
      decided,
      decidedBy,
      verdict: 'fails',
      reason: decided.reason,
      judgedBy: [...new Set([...judgedBy, decidedBy])]
    }
  }
  const byCpu = { decided: cpu, decidedBy: CPU, judgedBy }
  if (canJudge[0] && canJudge[1]) return { ...byCpu, verdict: cpu.verdict, reason: null }
  if (canJudge[0]) return { ...byCpu, verdict: cpu.verdict, reason: aloneReason(metric, time) }
  if (canJudge[1]) {
    return {
      decided: time,
      decidedBy: metric,
      verdict: time.verdict,
      reason: aloneReason(CPU, cpu),
      judgedBy
    }
  }
  const verdict = cpu.verdict === 'invalid' && time.verdict === 'invalid' ? 'invalid' : 'inconclusive'
  return { ...byCpu, verdict, reason: cpu.reason }
}

/**
 * @param {Judgement} judged
 * @returns {boolean} whether it can say both "slower" and "not slower"
 */
function isJudgeable ({ verdict, standardError, isAttenuated }) {
  return verdict !== 'invalid' && standardError !== null && !isAttenuated
}

/**
 * @param {string} metric that says nothing
 * @param {Judgement} judged
 */
function aloneReason (metric, { isAttenuated, reason, doubts }) {
  if (!isAttenuated) return `${UNSEEN[metric]}: of the other, ${reason}`
  const isGenerator = doubts.some(({ name }) => name === 'generator-bound')
  return `${UNSEEN[metric]}: the ${isGenerator ? 'load generator' : 'machine'} was full, so a wait would not be seen`
}

/**
 * The minimum detectable effect of a run: for a true slowdown of this size, the interval is wholly beyond the margin
 * four times in five.
 *
 * @param {Judgement} judged
 * @param {number} margin
 * @returns {number | null} a ratio; null where there is no interval
 */
function detectableEffect ({ standardError, degrees, level }, margin) {
  if (standardError === null) return null
  return (
    (1 + margin) *
    Math.exp((studentQuantile((1 + level) / 2, degrees) + studentQuantile(POWER, degrees)) * standardError)
  )
}

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
 * @returns {Claim}
 */
function asClaim (goal, subject, first) {
  const claim = { id: subject, subject, text: 'It meets the goal.', why: 'The person set it.' }
  if ('requestsPerSecond' in goal) return { ...claim, metric: 'requestsPerSecond', least: goal.requestsPerSecond }
  if ('times' in goal) return { ...claim, metric: 'requestsPerSecond', over: first, least: goal.times }
  return { ...claim, metric: 'serverCpuUsPerRequest', over: first, most: 1 / (1 + goal.overBudget) }
}

module.exports = { judgeClaim, judgeClaims, judgeGate, judgeGoal, LEVEL, levelOf, roundsFor }
