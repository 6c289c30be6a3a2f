'use strict'

const { median } = require('./statistics')

// The standard normal distribution's 95th percentile: one in twenty series without a trend seems to rise.
const Z = 1.645

/**
 * How much higher the last third of a series is than its first, as the trend of all of it says: the median of the
 * slopes between every two values. An odd value hardly counts, wherever it is. Slopes are of logarithms: twice and half
 * are the same distance from one.
 *
 * Source, of the bound as well: Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", J. Am. Stat.
 * Assoc. 63 (1968).
 *
 * @param {number[]} values in their order, the same time apart; one that is no positive number is missing
 * @returns {import('../types/checkup').Growth} NaN where no two values are left
 */
function growthOf (values) {
  const slopes = values.flatMap((earlier, i) =>
    values.slice(i + 1).map((later, j) => Math.log(later / earlier) / (j + 1))
  )
  const told = slopes.filter(Number.isFinite).sort((a, b) => a - b)
  if (told.length === 0) return { estimate: NaN, low: NaN }
  const count = values.filter((value) => value > 0 && value < Infinity).length
  const spread = Z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  // Three values cannot tell so surely: then all slopes have to rise.
  const lowest = told[Math.max(0, Math.floor((told.length - spread) / 2))]
  const [estimate, low] = [median(told), lowest].map((slope) => Math.exp((slope * values.length * 2) / 3))
  return { estimate, low }
}

module.exports = { growthOf }
