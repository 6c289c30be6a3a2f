'use strict'

const { median } = require('./statistics')

// 95th percentile of the standard normal distribution: one in twenty series without a trend seems to rise.
const Z = 1.645

/**
 * Estimates the ratio of the last third of a series to its first third, from the trend of the whole series: the median
 * slope between every two values, which single outliers hardly affect. Slopes are those of logarithms, where 2 and 1/2
 * are equally far from 1.
 *
 * Source, of the bound as well: Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", J. Am. Stat.
 * Assoc. 63 (1968).
 *
 * @param {number[]} values in order, at equal intervals of time; a value that is not a positive number is missing
 * @returns {import('../types/checkup').Growth} NaN if fewer than two values are left
 */
function growthOf (values) {
  const slopes = values.flatMap((earlier, i) =>
    values.slice(i + 1).map((later, j) => Math.log(later / earlier) / (j + 1))
  )
  const told = slopes.filter(Number.isFinite).sort((a, b) => a - b)
  if (told.length === 0) return { estimate: NaN, low: NaN }
  const count = values.filter((value) => value > 0 && value < Infinity).length
  const spread = Z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  // Three values are too few for this level. The bound is then the smallest slope, so all slopes have to rise.
  const lowest = told[Math.max(0, Math.floor((told.length - spread) / 2))]
  const [estimate, low] = [median(told), lowest].map((slope) => Math.exp((slope * values.length * 2) / 3))
  return { estimate, low }
}

module.exports = { growthOf }
