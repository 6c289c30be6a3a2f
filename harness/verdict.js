'use strict'

const { align } = require('./align')
const { centre, leastRounds, leastValues, ratio } = require('./statistics')

/** @typedef {import('./records').Sample} Sample */
/** @typedef {import('./records').Doubt} Doubt */
/** @typedef {import('./statistics').Interval} Interval */
/** @typedef {import('./records').Verdict} Verdict */

// Of a claim, and of a comparison: the usual one.
const LEVEL = 0.95

/**
 * How a gate judges one interval of cost, candidate over baseline.
 *
 * `fails`: the whole interval is beyond the margin, the slowdown that people agreed to overlook. `holds`: the best
 * estimate is within the margin, and the interval excludes a slowdown that nobody may miss. Anything else is
 * `inconclusive`: probably a little slower, or measured too roughly.
 *
 * @param {Interval} interval
 * @param {{ margin: number, alarm: number }} limits as shares: 0.02 is 2 %
 * @returns {Verdict}
 */
function judgeCost ({ estimate, low, high }, { margin, alarm }) {
  if (low > 1 + margin) return 'fails'
  return estimate <= 1 + margin && high < 1 + alarm ? 'holds' : 'inconclusive'
}

/**
 * How a claim ("at least 20 times") is judged: it holds when the whole interval is on the right side of the
 * threshold, and fails when the whole interval is on the wrong one.
 *
 * @param {Interval} interval
 * @param {{ least?: number, most?: number }} threshold one of the two
 * @returns {Verdict}
 */
function judgeThreshold ({ low, high }, { least = -Infinity, most = Infinity }) {
  if (low >= least && high <= most) return 'holds'
  return high < least || low > most ? 'fails' : 'inconclusive'
}

/**
 * @typedef {object} Claim
 * @property {string} id
 * @property {string} text the sentence
 * @property {string} metric a number's name in a sample
 * @property {string} subject id
 * @property {string} [over] id of the subject that it is compared with; without it, the metric itself is judged
 * @property {number} [least] threshold: one of `least` and `most`
 * @property {number} [most]
 * @property {string} why the reason for the threshold
 */

/**
 * @param {Claim} claim
 * @param {Sample[]} samples of one session
 * @param {{ cores: number }} machine
 * @param {number} [level] coverage of the interval
 * @returns {{ id: string, verdict: Verdict, ratio: number | null, interval: [number, number] | null, rounds: number, doubts: Doubt[] }}
 */
function judgeClaim (claim, samples, machine, level = LEVEL) {
  const subjects = claim.over ? [claim.subject, claim.over] : [claim.subject]
  const { series, doubts, few, isFloor } = align(samples, subjects, claim.metric, machine, { floor: claim.least !== undefined })
  const rounds = series[0].length
  if (few || rounds < leastValues(level)) return { id: claim.id, verdict: 'invalid', ratio: null, interval: null, rounds, doubts }
  const interval = claim.over ? ratio(series[0], series[1], level) : centre(series[0], level)
  const verdict = judgeThreshold(interval, claim)
  return {
    id: claim.id,
    verdict: isFloor && verdict === 'fails' ? 'inconclusive' : verdict,
    ratio: interval.estimate,
    interval: [interval.low, interval.high],
    rounds,
    doubts
  }
}

/**
 * @typedef {object} GateResult
 * @property {Verdict} verdict
 * @property {number | null} ratio cost of the candidate over that of the baseline: 1.10 is 10 % slower
 * @property {[number, number] | null} interval
 * @property {number | null} smallest the smallest ratio that this run would have called `fails` four times in five
 * @property {number} rounds
 * @property {Record<string, { verdict: Verdict, ratio: number, interval: [number, number] }>} witnesses
 * @property {Doubt[]} doubts
 */

// A gate in CI runs hundreds of times: 95 % would cry wolf every month. Throughput is the noisier witness, and
// there for servers that wait, which it shows by far: it has to be surer still.
const CPU_LEVEL = 0.99
const THROUGHPUT_LEVEL = 0.998
// For a normal distribution: (2.58 + 0.84) / 2.58, the way from "half of the time" to "four times in five" at 99 %.
const POWER_STRETCH = 1.33

/**
 * Is the candidate slower than the baseline?
 *
 * The first witness is CPU time per request, which neighbours on the machine disturb least. The second is
 * throughput, which also sees a server that waits. The gate fails when either does.
 *
 * @param {Sample[]} samples of the subjects `baseline` and `candidate`
 * @param {{ cores: number }} machine
 * @param {{ margin: number, alarm: number }} limits
 * @returns {GateResult}
 */
function judgeGate (samples, machine, limits) {
  const cpu = align(samples, ['candidate', 'baseline'], 'serverCpuUsPerRequest', machine)
  const throughput = align(samples, ['baseline', 'candidate'], 'requestsPerSecond', machine)
  const rounds = cpu.series[0].length
  if ([cpu, throughput].some(({ few, series }) => few || series[0].length < leastRounds(CPU_LEVEL))) {
    return { verdict: 'invalid', ratio: null, interval: null, smallest: null, rounds, witnesses: {}, doubts: throughput.doubts }
  }
  const intervals = {
    serverCpuUsPerRequest: ratio(cpu.series[0], cpu.series[1], CPU_LEVEL),
    requestsPerSecond: ratio(throughput.series[0], throughput.series[1], THROUGHPUT_LEVEL)
  }
  const witnesses = Object.fromEntries(Object.entries(intervals).map(([metric, interval]) => [
    metric,
    { verdict: judgeCost(interval, limits), ratio: interval.estimate, interval: /** @type {[number, number]} */ ([interval.low, interval.high]) }
  ]))
  const spoken = weightiest(Object.values(witnesses))
  return {
    ...spoken,
    smallest: (1 + limits.margin) * (spoken.ratio / spoken.interval[0]) ** POWER_STRETCH,
    rounds,
    witnesses,
    doubts: throughput.doubts
  }
}

/**
 * The witness that decides: one that fails before all others, and the first one where they agree.
 *
 * Throughput alone cannot make a gate inconclusive: it is the noisier of the two, and it is there to accuse.
 *
 * @template {{ verdict: Verdict }} W
 * @param {W[]} witnesses
 * @returns {W}
 */
function weightiest (witnesses) {
  return witnesses.find(({ verdict }) => verdict === 'fails') ?? witnesses[0]
}

module.exports = { LEVEL, THROUGHPUT_LEVEL, judgeClaim, judgeGate }
