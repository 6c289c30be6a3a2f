'use strict'

const quantile = require('@stdlib/stats-base-dists-signrank-quantile')

// Student's t for an interval of 95 %, by the number of values. Source: any table of the t distribution (97.5 %, two to
// four degrees of freedom).
/** @type {Record<number, number>} */
const STUDENT = { 3: 4.3027, 4: 3.1824, 5: 2.7764 }
const STUDENT_LEVEL = 0.95

/**
 * @typedef {object} Interval
 * @property {number} estimate
 * @property {number} low
 * @property {number} high
 * @property {number} count how many values it rests on
 */

/**
 * The centre of paired differences, with an exact interval around it.
 *
 * The estimate is that of Hodges and Lehmann: the median of all pairwise means ("Walsh averages"). The interval
 * inverts Wilcoxon's signed-rank test, whose distribution is known exactly for any number of values. Neither asks
 * for a normal distribution, only for a symmetric one, and one wild value in ten hardly moves them. Measured
 * noise has heavy tails, so both matter.
 *
 * Below six values there is no such interval of 95 %. From three to five, Student's t takes its place: it asks for a
 * normal distribution (on heavy tails it is too wide rather than too narrow), and it is wide.
 *
 * Source: Hollander, Wolfe, Chicken, "Nonparametric Statistical Methods", 3rd ed., sections 3.1 to 3.3.
 *
 * @param {number[]} values
 * @param {number} level coverage, 0-1
 * @returns {Interval} without bounds (infinite) where there are too few values for the level
 * @throws {RangeError} without values, or when one is no finite number
 */
function centre (values, level) {
  if (values.length === 0 || !values.every(Number.isFinite)) throw new RangeError('centre() needs finite values')
  if (level === STUDENT_LEVEL && values.length in STUDENT) return student(values)
  const averages = walshAverages(values)
  const tail = (1 - level) / 2
  const bounded = values.length >= leastRounds(level)
  const cut = Math.max(1, quantile(tail, values.length))
  return {
    estimate: middle(averages),
    low: bounded ? averages[cut - 1] : -Infinity,
    high: bounded ? averages[averages.length - cut] : Infinity,
    count: values.length
  }
}

/**
 * The ratio of two series that were measured in pairs.
 *
 * Ratios are compared on a log scale, where twice and half are the same distance from one.
 *
 * @param {number[]} numerators
 * @param {number[]} denominators of the same rounds, in the same order
 * @param {number} level coverage, 0-1
 * @returns {Interval}
 */
function ratio (numerators, denominators, level) {
  const { estimate, low, high, count } = centre(numerators.map((value, i) => Math.log(value / denominators[i])), level)
  return { estimate: Math.exp(estimate), low: Math.exp(low), high: Math.exp(high), count }
}

/**
 * @param {number[]} values from three to five
 * @returns {Interval}
 */
function student (values) {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const half = STUDENT[count] * Math.sqrt(variance / count)
  return { estimate: mean, low: mean - half, high: mean + half, count }
}

/**
 * @param {number[]} values
 * @returns {number[]} the mean of every two values, each value with itself included; in order of size
 */
function walshAverages (values) {
  const averages = []
  for (let i = 0; i < values.length; i++) {
    for (let j = i; j < values.length; j++) averages.push((values[i] + values[j]) / 2)
  }
  return averages.sort((a, b) => a - b)
}

/** @param {number[]} values */
function median (values) {
  return middle(values.toSorted((a, b) => a - b))
}

/** @param {number[]} sorted */
function middle (sorted) {
  const half = sorted.length / 2
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2
}

/**
 * @param {number} level coverage of the interval, 0-1
 * @returns {number} how many values it takes until there is any interval with bounds
 */
function leastValues (level) {
  return level === STUDENT_LEVEL ? Math.min(...Object.keys(STUDENT).map(Number)) : leastRounds(level)
}

/**
 * The chance that n values lie on one side by accident is 2^-n. If that alone is above the level, nothing can be said.
 *
 * @param {number} level coverage of the interval, 0-1
 * @returns {number} how many values it takes until the exact interval has bounds: six for 95 %, eight for 99 %
 */
function leastRounds (level) {
  return Math.ceil(-Math.log2((1 - level) / 2))
}

module.exports = { centre, leastRounds, leastValues, median, ratio }
