'use strict'

// A double has 53 significant bits, so more bisection steps would not change the result.
const HALVINGS = 60

/** @type {Map<string, number>} */
const known = new Map()

/**
 * Returns the two-sided probability of Student's t distribution: that |t| is below sqrt(degrees) * tan(angle).
 *
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 (odd degrees) and 26.7.4 (even degrees).
 * Both are finite sums, so this is exact for whole degrees of freedom.
 *
 * @param {number} angle 0 to pi / 2
 * @param {number} degrees of freedom, a whole number
 * @returns {number} the probability, 0-1
 */
function twoSidedProbability (angle, degrees) {
  const isOdd = degrees % 2 === 1
  const cosine = Math.cos(angle)
  let term = isOdd ? cosine : 1
  let sum = 0
  for (let k = isOdd ? 3 : 2; k <= degrees; k += 2) {
    sum += term
    term *= (cosine ** 2 * (k - 1)) / k
  }
  return isOdd ? ((angle + Math.sin(angle) * sum) * 2) / Math.PI : Math.sin(angle) * sum
}

/**
 * Returns a quantile of Student's t distribution.
 *
 * @param {number} probability above 0.5 and below 1: 0.975 for a two-sided interval of 95 %
 * @param {number} degrees of freedom, a whole number from 1
 * @returns {number}
 * @throws {RangeError} if an argument is outside its range
 */
function studentQuantile (probability, degrees) {
  if (!(probability > 0.5 && probability < 1)) {
    throw new RangeError('studentQuantile() needs a probability between 0.5 and 1')
  }
  if (!(Number.isInteger(degrees) && degrees >= 1)) {
    throw new RangeError('studentQuantile() needs whole degrees of freedom')
  }
  const key = `${probability} ${degrees}`
  const value = known.get(key) ?? search(2 * probability - 1, degrees)
  known.set(key, value)
  return value
}

/**
 * @param {number} twoSided probability
 * @param {number} degrees of freedom
 */
function search (twoSided, degrees) {
  let [low, high] = [0, Math.PI / 2]
  for (let i = 0; i < HALVINGS; i++) {
    const angle = (low + high) / 2
    if (twoSidedProbability(angle, degrees) < twoSided) low = angle
    else high = angle
  }
  return Math.sqrt(degrees) * Math.tan((low + high) / 2)
}

module.exports = { studentQuantile }
