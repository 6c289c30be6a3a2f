'use strict'

const { MARGIN } = require('../verdict/thresholds')
const { difference, rounded, times } = require('../util/format')
const { asked } = require('../verdict/question')

/** @typedef {import('../types/comparison').Ratio} Ratio */
/** @typedef {import('../types/comparison').Part} Part */
/** @typedef {import('../types/comparison').Question} Question */

// Maximum number of rounds to suggest: more take too long. The difference is then too small for this method.
const MOST_ROUNDS = 100
const USUAL_ROUNDS = 8

/**
 * Returns the answer to the question of a comparison: one sentence, or one per ratio for p99 latency and CPU.
 *
 * @param {string[]} subjects ids; the first is the baseline
 * @param {Ratio[]} ratios of the others relative to the baseline
 * @param {Question} [question]
 * @returns {string}
 */
function headline ([first], ratios, question = 'throughput') {
  if (ratios.length === 0) return `Only ${first} was measured, so there is no comparison.`
  if (question !== 'throughput') return ratios.map((ratio) => costSentence(ratio, question, ratios.length)).join(' ')
  const by = (/** @type {string} */ verdict) => ratios.filter((ratio) => ratio.verdict === verdict)
  const [best] = by('holds').sort((a, b) => Number(b.ratio) - Number(a.ratio))
  if (best) {
    return `${best.subject} answers ${manyAs(best)} requests per second as ${first}${within(best, ratios.length)}.`
  }
  const [open] = by('inconclusive').sort((a, b) => Number(b.ratio) - Number(a.ratio))
  if (open) return openSentence(open, question)
  const [unsound] = by('invalid')
  if (unsound) return openSentence(unsound, question)
  const [worst] = by('fails').sort((a, b) => Number(a.ratio) - Number(b.ratio))
  return `${first} is the fastest: ${worst.subject} answers ${manyAs(worst)} requests per second${within(worst, ratios.length)}.`
}

/**
 * Returns a sentence on why a comparison has no verdict, and what to do.
 *
 * @param {Ratio} ratio
 * @param {Question} question
 * @returns {string}
 */
function openSentence (ratio, question) {
  const { subject, over } = ratio
  const part = asked(ratio, question)
  const better = BETTER[question]
  if (part.verdict === 'invalid') {
    const why = part.reason ? `: ${part.reason}` : ''
    return `${UNMEASURED[question](subject)} could not be measured${why}. See the warnings.${cpuBeside(ratio, question)}`
  }
  if (part.ratio === null) {
    return `Too few rounds for a verdict: in no round were both ${subject} and ${over} measured.`
  }
  if (part.isAttenuated) {
    return `It is uncertain whether ${subject} is ${better} than ${over}: ${part.reason}.${cpuBeside(ratio, question)}`
  }
  if (!isBounded(part)) {
    return `Too few rounds for a verdict: ${LOOKED[question](subject, over, rounded(part.ratio))}. Measure longer: --rounds=${USUAL_ROUNDS}.`
  }
  if (isAlike(part)) {
    return `${subject} and ${over} do not differ by more than ${rounded(100 * MARGIN)} %: ${difference(part.interval ?? [0, null], ...WORDS[question])}.`
  }
  return `Too noisy to tell whether ${subject} is ${better} than ${over}: ${LOOKED[question](subject, over, rounded(part.ratio))}. Measure longer: --rounds=${roundsFor(part)}.`
}

/** Adjectives for the better server. */
const BETTER = { throughput: 'faster', p99: 'faster', cpu: 'cheaper' }

/** @type {Record<Question, (subject: string) => string>} */
const UNMEASURED = {
  throughput: (subject) => `The throughput of ${subject}`,
  p99: (subject) => `The p99 latency of ${subject}`,
  cpu: (subject) => `The CPU per request of ${subject}`
}

/** @type {Record<Question, (subject: string, over: string, ratio: string) => string>} */
const LOOKED = {
  throughput: (subject, over, ratio) => `${subject} answered ${ratio} times as many requests per second as ${over}`,
  p99: (subject, over, ratio) => `the p99 latency of ${subject} was ${ratio} times that of ${over}`,
  cpu: (subject, over, ratio) => `the CPU per request of ${subject} was ${ratio} times that of ${over}`
}

/** @type {Record<Question, [more: string, less: string]>} */
const WORDS = {
  throughput: ['more requests per second', 'fewer'],
  p99: ['longer', 'shorter'],
  cpu: ['more CPU per request', 'less CPU per request']
}

/**
 * @param {Ratio} ratio
 * @param {'p99' | 'cpu'} question
 * @param {number} comparisons
 */
function costSentence (ratio, question, comparisons) {
  const part = asked(ratio, question)
  const { subject, over } = ratio
  if ((part.verdict !== 'holds' && part.verdict !== 'fails') || !part.interval) return openSentence(ratio, question)
  const together = ` (95 % interval${corrected(comparisons)})`
  if (question === 'cpu') return `${subject} needs ${difference(part.interval, ...WORDS.cpu)} than ${over}${together}.`
  const size =
    Number(part.ratio) < 0.5
      ? `${times(Number(part.ratio), part.interval, 'shorter')} than that of ${over}`
      : `${difference(part.interval, ...WORDS.p99)} than that of ${over}`
  return `The p99 latency of ${subject} is ${size}${together}.`
}

/** @param {Part} part */
function manyAs ({ ratio, interval, bound }) {
  if (bound === '≥ ' && interval) return `at least ${rounded(interval[0])} times as many`
  if (bound === '≤ ' && interval) return `at most ${rounded(interval[1])} times as many`
  return `${rounded(ratio)} times as many`
}

/**
 * @param {Part} part
 * @param {number} comparisons
 */
function within ({ interval, bound, reason }, comparisons) {
  if (bound) return `: ${reason}`
  return ` (95 % interval ${interval?.map(rounded).join(' to ')}${corrected(comparisons)})`
}

/** @param {number} comparisons */
function corrected (comparisons) {
  return comparisons > 1 ? `, corrected for ${comparisons} comparisons` : ''
}

/**
 * @param {Pick<Part, 'interval'>} part
 * @returns {boolean} whether both ends of the interval are known, which takes enough rounds
 */
function isBounded ({ interval }) {
  return interval !== null && interval.every(Number.isFinite) && interval[0] !== 0
}

/** @param {Part} part */
function isAlike ({ interval }) {
  return interval !== null && interval[0] > 1 / (1 + MARGIN) && interval[1] < 1 + MARGIN
}

/**
 * Estimates how many rounds would confirm the observed difference, if it is real. The width of an interval shrinks with
 * the square root of the number of rounds.
 *
 * @param {Part} part
 */
function roundsFor ({ ratio, interval, rounds = USUAL_ROUNDS }) {
  const half = interval ? Math.log(interval[1] / interval[0]) / 2 : 0
  const wanted = rounds * (half / Math.max(Math.abs(Math.log(Number(ratio))), Math.log(1 + MARGIN))) ** 2
  const whole = 5 * Math.ceil((1.25 * Math.max(wanted, rounds + 2)) / 5)
  return Math.max(rounds + 1, Math.min(MOST_ROUNDS, whole))
}

/**
 * @param {Ratio} ratio
 * @param {Question} question
 */
function cpuBeside ({ over, cpu }, question) {
  if (question === 'cpu' || !isBounded(cpu)) return ''
  return ` It uses ${rounded(cpu.ratio)} times the CPU per request of ${over} (95 % interval ${cpu.interval?.map(rounded).join(' to ')}).`
}

module.exports = { corrected, headline, openSentence }
