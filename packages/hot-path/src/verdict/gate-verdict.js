'use strict'

// The rule of a gate: when a candidate is slower than its baseline.

const { judge, levelOf } = require('./judge')
const { median } = require('./statistics')
const { studentQuantile } = require('./student-t')
const { isPaced } = require('./validity')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/verdict').Judgement} Judgement */
/** @typedef {import('../types/verdict').Verdict} Verdict */
/** @typedef {import('./statistics').Interval} Interval */

/**
 * Returns the rule by which a gate judges one cost interval, candidate over baseline.
 *
 * `fails`: the whole interval is beyond `margin`, the tolerated slowdown. `holds`: the estimate is within `margin`, and
 * the interval excludes a slowdown of `alarm`, which must be detected. Anything else is `inconclusive`: the candidate
 * is probably a little slower, or the measurement is too imprecise.
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
 * @typedef {object} GateResult
 * @property {Verdict} verdict
 * @property {string | null} reason why there is no verdict, or why one metric alone decided
 * @property {string[]} judgedBy the metrics that could be judged
 * @property {number | null} ratio cost of the candidate over that of the baseline: 1.10 is 10 % slower
 * @property {[number, number] | null} interval
 * @property {number} level coverage of each interval: those of all deciding metrics and gates hold together at 95 %
 * @property {number | null} smallest the minimum detectable effect: the smallest true ratio that this run judges as
 *   `fails` with 80 % power
 * @property {number} rounds
 * @property {string} decidedBy the metric of `ratio` and `interval`
 * @property {Record<string, Omit<Judgement, 'doubts'>>} witnesses by metric: CPU per request, time per request
 *   (inverse throughput; at a constant rate, mean latency) and, if counted, bytes allocated per request
 * @property {Counted[]} counts the counts that changed: bytes allocated, connections, outgoing requests
 * @property {import('../types/verdict').Outlier[]} outliers of the deciding metric
 * @property {import('../types/pipeline').Doubt[]} doubts
 */

/**
 * @typedef {object} Counted medians per request
 * @property {string} metric
 * @property {number} baseline
 * @property {number} candidate
 */

// Power of the minimum detectable effect: the usual value (Cohen, "Statistical Power Analysis", 1988).
const POWER = 0.8

const CPU = 'serverCpuUsPerRequest'
const THROUGHPUT = 'requestsPerSecond'
const LATENCY = 'latencyMs.mean'
const ALLOCATION = 'allocatedBytesPerRequest'
/** Smallest change that is reported: for bytes, a share of the baseline; for the others, a number per request. */
const COUNTS = /** @type {const} */ ({
  [ALLOCATION]: { share: 0.05 },
  // 0.01 connections per request is a connection that broke, not a pattern.
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
 * Judges whether the candidate is slower than the baseline.
 *
 * The first metric is CPU time per request, which CPU contention affects least. The second is throughput, which also
 * shows a server that waits; at a constant rate, where throughput equals the rate, it is mean latency. The gate fails
 * if either metric fails. It holds if CPU time holds and the second metric does not fail. If one of them cannot be
 * judged, the other decides alone, and the result gives the reason. Bytes allocated per request are reported if
 * counted; they decide only with `allocations`.
 *
 * @param {Sample[]} samples of the subjects `baseline` and `candidate`
 * @param {{ cores: number }} machine
 * @param {{ margin: number, alarm: number, allocations?: boolean, gates?: number }} asked the thresholds; whether more
 *   allocation fails a gate; the number of gates that are judged together
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
 * @returns {Counted[]} the medians of the counts that changed by at least their threshold
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
 * @returns {Outcome} the outcome if more allocation fails a gate
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
    reason: `bytes allocated: ${allocation.reason ?? 'too noisy for a verdict'}`
  }
}

/**
 * @param {Judgement} cpu
 * @param {Judgement} time
 * @param {string} metric of `time`
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
 * @returns {boolean} whether both "slower" and "not slower" are possible verdicts
 */
function isJudgeable ({ verdict, standardError, isAttenuated }) {
  return verdict !== 'invalid' && standardError !== null && !isAttenuated
}

/**
 * @param {string} metric that could not be judged
 * @param {Judgement} judged its judgement
 */
function aloneReason (metric, { isAttenuated, reason, doubts }) {
  if (!isAttenuated) return `${UNSEEN[metric]}: the other metric could not be judged (${reason})`
  const isGenerator = doubts.some(({ name }) => name === 'generator-bound')
  return `${UNSEEN[metric]}: the ${isGenerator ? 'load generator' : 'machine'} was saturated, which hides longer waits`
}

/**
 * Returns the minimum detectable effect of a run: for a true slowdown of this size, the whole interval is beyond the
 * margin with 80 % power.
 *
 * @param {Judgement} judged
 * @param {number} margin
 * @returns {number | null} a ratio; null if there is no standard error
 */
function detectableEffect ({ standardError, degrees, level }, margin) {
  if (standardError === null) return null
  return (
    (1 + margin) *
    Math.exp((studentQuantile((1 + level) / 2, degrees) + studentQuantile(POWER, degrees)) * standardError)
  )
}

module.exports = { judgeGate }
