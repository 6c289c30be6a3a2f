'use strict'

// Estimates how many times as fast a version is as another, from few rounds. Pure.

const { studentQuantile } = require('../verdict/student-t')

// Each round starts both versions anew. Before the first rounds, the spread of their ratio is taken to be that of
// identical servers in the gate's study: a standard deviation of 10 %, which counts as much as five rounds.
const PRIOR_DEVIATION = 0.1
const PRIOR_DEGREES = 4
// Each round is another look at the verdict, so the interval is wider than for one look.
const LEVEL = 0.99

/** @typedef {{ ratio: number, low: number, high: number }} Estimate `low`, `high`: bounds of the 99 % interval */
/** @typedef {{ deviation: number, degrees: number }} Spread of the logarithm of a round's ratio */

/**
 * Estimates the spread from all versions together: each has too few rounds of its own.
 *
 * @param {number[][]} versions logarithms of the ratios of the rounds, by version
 * @returns {Spread}
 */
function spreadOf (versions) {
  let squares = PRIOR_DEGREES * PRIOR_DEVIATION ** 2
  let degrees = PRIOR_DEGREES
  for (const logs of versions.filter(({ length }) => length > 0)) {
    const centre = mean(logs)
    squares += logs.reduce((sum, log) => sum + (log - centre) ** 2, 0)
    degrees += logs.length - 1
  }
  return { deviation: Math.sqrt(squares / degrees), degrees }
}

/**
 * @param {number[]} logs logarithms of the ratios of a version to the baseline, by round; at least one
 * @param {Spread} spread
 * @param {number[]} [others] those of another version; the result is then the ratio of the two versions
 * @returns {Estimate}
 */
function estimate (logs, { deviation, degrees }, others = []) {
  const centre = mean(logs) - (others.length > 0 ? mean(others) : 0)
  const variance = 1 / logs.length + (others.length > 0 ? 1 / others.length : 0)
  const half = studentQuantile((1 + LEVEL) / 2, degrees) * deviation * Math.sqrt(variance)
  return { ratio: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half) }
}

/**
 * @param {Estimate} estimate
 * @returns {'faster' | 'slower' | 'no difference detected'} what the interval says
 */
function wordOf ({ low, high }) {
  if (low > 1) return 'faster'
  return high < 1 ? 'slower' : 'no difference detected'
}

/** @param {number[]} values */
function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

module.exports = { estimate, spreadOf, wordOf }
