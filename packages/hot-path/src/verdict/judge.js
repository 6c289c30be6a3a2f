'use strict'

// Judges claims, comparisons, goals and gates. They differ only in the last step, the rule that turns an interval into
// a verdict.

const { align } = require('./rounds')
const { LEAST_VALUES, centre, median, outliersIn, ratio } = require('./statistics')
const { counted } = require('../util/format')

/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/verdict').Judgement} Judgement */
/** @typedef {import('../types/verdict').Verdict} Verdict */
/** @typedef {import('./statistics').Interval} Interval */
/** @typedef {{ metric: string, subject: string, over?: string }} Question */

// Simultaneous level of all intervals of one claims session, comparison, goal or gate: the usual value.
const LEVEL = 0.95

// For these metrics, less is better.
const COSTS = ['latencyMs', 'serverCpuUsPerRequest', 'allocatedBytesPerRequest']

// Retained memory is not in this list: it can shrink.
const NEVER_NEGATIVE = [...COSTS, 'requestsPerSecond', 'goodPerSecond']

/**
 * Returns the level of each interval that gives all of them the requested simultaneous level.
 *
 * Source: Bonferroni's inequality; Dunn, Journal of the American Statistical Association 56 (1961).
 *
 * @param {number} comparisons number of intervals in the session
 * @param {number} [together] the simultaneous level, 0-1
 * @returns {number} 0-1
 */
function levelOf (comparisons, together = LEVEL) {
  return 1 - (1 - together) / Math.max(1, comparisons)
}

/**
 * Judges a metric of one subject, or its ratio to that of another, in five steps: align rounds, check their number,
 * compute the interval, widen it if attenuated, apply the rule. `invalid` is for bad data only. Too few rounds are
 * `inconclusive`, and so is a difference that a saturated load generator hides.
 *
 * @param {Question} question `metric` as in a sample; without `over`, the metric itself is judged
 * @param {{ samples: Sample[], machine: { cores: number } }} session
 * @param {number} level coverage of the interval, see levelOf
 * @param {(interval: Interval) => Verdict} verdictOf the rule
 * @returns {Judgement}
 */
function judge (question, { samples, machine }, level, verdictOf) {
  const subjects = question.over === undefined ? [question.subject] : [question.subject, question.over]
  const aligned = align(samples, subjects, question.metric, machine)
  const { series, rounds, doubts, isSpoiled, attenuated } = aligned
  const isAttenuated = attenuated.some(Boolean)
  const blank = {
    level,
    rounds: rounds.length,
    isAttenuated,
    doubts,
    bound: /** @type {const} */ (''),
    outliers: [],
    standardError: null,
    degrees: 0
  }
  if (isSpoiled) return { ...blank, verdict: 'invalid', reason: spoiledReason(aligned), ratio: null, interval: null }
  if (rounds.length === 0) return { ...blank, verdict: 'inconclusive', reason: tooFew(0), ratio: null, interval: null }
  const seen =
    question.over === undefined ? possible(centre(series[0], level), question) : ratio(series[0], series[1], level)
  const isFew = rounds.length < LEAST_VALUES
  const known = isAttenuated && !isFew ? widened(seen, attenuated, question) : seen
  const verdict = isFew ? 'inconclusive' : verdictOf(known)
  const limited = subjects.filter((_, i) => attenuated[i])
  return {
    ...blank,
    verdict,
    reason: isFew ? tooFew(rounds.length) : isAttenuated ? attenuationReason(limited, known, seen) : null,
    ratio: known.estimate,
    interval: [known.low, known.high],
    bound: boundOf(known, seen),
    outliers: outliersOf(series, rounds),
    standardError: isFew ? null : known.standardError,
    degrees: known.degrees
  }
}

/**
 * @param {Interval} interval
 * @param {Question} question
 * @returns {Interval} the interval without impossible values: noisy rounds can put its lower end below zero
 */
function possible (interval, { metric }) {
  const isBelow = interval.low < 0 && Number.isFinite(interval.low)
  return isBelow && NEVER_NEGATIVE.includes(metric.split('.')[0]) ? { ...interval, low: 0 } : interval
}

/**
 * Widens an interval that was measured while the load generator, or the machine, was the bottleneck.
 *
 * A single subject performs at least as well as measured. A ratio is pulled towards 1 if the faster subject was
 * limited: then the true difference is at least as large as measured. If only the slower subject was limited, it may in
 * truth be the faster one, and both bounds are unknown.
 *
 * @param {Interval} interval
 * @param {boolean[]} attenuated of the subject and, for a ratio, of the other subject
 * @param {Question} question
 * @returns {Interval}
 */
function widened (interval, [isLimited, isOtherLimited], { metric, over }) {
  const isCost = COSTS.includes(metric.split('.')[0])
  if (over === undefined) return isCost ? { ...interval, low: 0 } : { ...interval, high: Infinity }
  const [whenAbove, whenBelow] = isCost ? [isOtherLimited, isLimited] : [isLimited, isOtherLimited]
  if (interval.low > 1 && whenAbove) return { ...interval, high: Infinity }
  if (interval.high < 1 && whenBelow) return { ...interval, low: 0 }
  return { ...interval, low: 0, high: Infinity }
}

/**
 * @param {Interval} known after widening
 * @param {Interval} seen as measured
 * @returns {Judgement['bound']}
 */
function boundOf (known, seen) {
  if (known.low === seen.low) return known.high === seen.high ? '' : '≥ '
  return known.high === seen.high ? '≤ ' : ''
}

/**
 * @param {number[][]} series
 * @param {number[]} rounds
 * @returns {import('../types/verdict').Outlier[]} found on a log scale; empty if a value has no finite logarithm
 */
function outliersOf ([values, others], rounds) {
  const logs = values.map((value, i) => Math.log(others ? value / others[i] : value))
  if (!logs.every(Number.isFinite)) return []
  return outliersIn(logs).map((i) => ({ round: rounds[i], times: Math.exp(logs[i] - median(logs)) }))
}

/** @param {number} rounds */
function tooFew (rounds) {
  return `too few rounds: ${rounds}; an interval needs ${LEAST_VALUES}`
}

/** @param {import('./rounds').Aligned} aligned */
function spoiledReason ({ rounds, complete, doubts }) {
  const names = [...new Set(doubts.filter(({ spoils }) => spoils.length).map(({ name }) => name))]
  const silent = complete - rounds.length
  return `${silent} of ${counted(complete, 'round')} ${silent === 1 ? 'is' : 'are'} invalid: ${names.join(', ') || 'no value'}`
}

/**
 * @param {string[]} limited subjects
 * @param {Interval} known
 * @param {Interval} seen
 */
function attenuationReason (limited, known, seen) {
  const what = `the load generator or the machine was saturated while ${limited.join(' and ')} ${limited.length > 1 ? 'were' : 'was'} measured`
  return boundOf(known, seen) ? `${what}, so this is a bound` : `${what}, which hides the difference`
}

module.exports = { LEVEL, judge, levelOf }
