'use strict'

const { studentQuantile } = require('./student-t')

// With two values, an interval of 95 % reaches 12.7 standard errors to each side: it would say nothing.
const LEAST_VALUES = 3
// Of seven values, trimming one from each end leaves four degrees of freedom: at 99.75 %, an interval twice as wide.
const LEAST_TO_TRIM = 8
// Simulated for 1/8, 1/6 and 1/5 (5 to 30 values; normal, t with 3 degrees of freedom, 10 % four times as wild; levels
// of 95, 99 and 99.75 %; 4,000 each): all three cover what they promise to within a point, and 1/8 is the narrowest
// nearly everywhere (of 18 normal values at 99 %: 0.71, 0.75, 0.75 standard deviations to each side).
// One value in nine that is ten standard deviations off is trimmed away by each: without trimming, the interval of
// nine to twelve such values is three times as wide.
const TRIMMED_SHARE = 1 / 8
// Beyond so many standard deviations, estimated by the median absolute deviation, a value differs from the others.
// Source: Iglewicz and Hoaglin, "How to Detect and Handle Outliers", ASQC 1993.
const OUTLIER_THRESHOLD = 3.5
const LEAST_TO_COMPARE = 5
// Of normal values: the standard deviation over the median absolute deviation, and over the mean absolute deviation.
const SIGMA_PER_MEDIAN_DEVIATION = 1.4826
const SIGMA_PER_MEAN_DEVIATION = 1.2533

/**
 * @typedef {object} Interval
 * @property {number} estimate
 * @property {number} low
 * @property {number} high
 * @property {number} count how many values it rests on
 * @property {number} standardError of the estimate (of a ratio: of its logarithm); NaN where there are too few values
 * @property {number} degrees of freedom of Student's t
 */

/**
 * The centre of values, with an interval around it: the trimmed mean and its Tukey-McLaughlin interval.
 *
 * A share of the values at each end is left out of the mean, and pulled in to its neighbours in the variance
 * ("winsorised"). So values that are far off, as many of them as are trimmed, move neither the estimate nor the bounds
 * by more than a little: measured noise has heavy tails. Below eight values it is the mean with Student's interval.
 *
 * Source: Tukey and McLaughlin, Sankhya A 25 (1963); Yuen, Biometrika 61 (1974); Wilcox, "Introduction to Robust
 * Estimation and Hypothesis Testing", chapter 4.
 *
 * @param {number[]} values
 * @param {number} level coverage, 0-1
 * @returns {Interval} without bounds (infinite) where there are too few values
 * @throws {RangeError} without values, or when one is no finite number
 */
function centre (values, level) {
  const count = values.length
  if (count === 0 || !values.every(Number.isFinite)) throw new RangeError('centre() needs finite values')
  const sorted = values.toSorted((a, b) => a - b)
  const trimmed = trimmedPerEnd(count)
  const kept = sorted.slice(trimmed, count - trimmed)
  const estimate = mean(kept)
  const degrees = kept.length - 1
  if (count < LEAST_VALUES) return { estimate, low: -Infinity, high: Infinity, count, standardError: NaN, degrees }
  const winsorised = sorted.map((value) => Math.min(Math.max(value, kept[0]), kept[degrees]))
  const standardError = Math.sqrt(squares(winsorised) / (kept.length * degrees))
  const half = studentQuantile((1 + level) / 2, degrees) * standardError
  return { estimate, low: estimate - half, high: estimate + half, count, standardError, degrees }
}

/**
 * @param {number} count of values
 * @returns {number} how many are left out at each end
 */
function trimmedPerEnd (count) {
  return count < LEAST_TO_TRIM ? 0 : Math.max(1, Math.floor(TRIMMED_SHARE * count))
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
 * @throws {RangeError} when a quotient has no finite logarithm, or there is none
 */
function ratio (numerators, denominators, level) {
  const logs = centre(
    numerators.map((value, i) => Math.log(value / denominators[i])),
    level
  )
  return { ...logs, estimate: Math.exp(logs.estimate), low: Math.exp(logs.low), high: Math.exp(logs.high) }
}

/**
 * Which values differ from the others by more than their spread explains. Where most values are the same, the mean
 * deviation takes the place of the median one, which is 0 there.
 *
 * @param {number[]} values
 * @returns {number[]} their indices; none where there are too few values for a spread
 */
function outliersIn (values) {
  if (values.length < LEAST_TO_COMPARE) return []
  const middle = median(values)
  const deviations = values.map((value) => Math.abs(value - middle))
  const sigma = SIGMA_PER_MEDIAN_DEVIATION * median(deviations) || SIGMA_PER_MEAN_DEVIATION * mean(deviations)
  return deviations.flatMap((deviation, i) => (deviation > OUTLIER_THRESHOLD * sigma ? [i] : []))
}

/**
 * @param {number[]} values
 * @returns {number} of equal values exactly that value, which a plain sum need not give
 */
function mean ([first, ...others]) {
  return first + others.reduce((sum, value) => sum + (value - first), 0) / (others.length + 1)
}

/** @param {number[]} values */
function squares (values) {
  const centre = mean(values)
  return values.reduce((sum, value) => sum + (value - centre) ** 2, 0)
}

/** @param {number[]} values */
function median (values) {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2
}

module.exports = { LEAST_VALUES, centre, median, outliersIn, ratio }
