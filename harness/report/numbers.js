'use strict'

/**
 * Three digits are what our measurements carry; of larger numbers, all digits before the point.
 *
 * @param {number | null} value
 * @returns {string} empty where there is no value
 */
function rounded (value) {
  if (value === null) return ''
  if (!Number.isFinite(value)) return 'unknown'
  return Math.abs(value) >= 100 ? grouped(value) : String(+value.toPrecision(3))
}

/** @param {number} value */
function grouped (value) {
  return Math.round(value).toLocaleString('en-US')
}

/**
 * A measured value and its interval, as people read it.
 *
 * @param {number | null} value
 * @param {[number, number] | null} interval
 */
function measured (value, interval) {
  if (value === null || interval === null) return 'no value'
  if (!interval.every(Number.isFinite)) return rounded(value)
  return `${rounded(value)} [${interval.map(rounded).join(' .. ')}]`
}

/** @param {number} share 0-1 */
function percent (share) {
  return `${rounded(100 * share)} %`
}

/**
 * @param {number} ratio of costs; 0 and infinity where there are too few rounds for a bound
 * @returns {string} `+10.0 %`
 */
function change (ratio) {
  if (ratio === 0 || ratio === Infinity) return 'unbounded'
  return `${ratio < 1 ? '-' : '+'}${Math.abs(100 * (ratio - 1)).toFixed(1)} %`
}

module.exports = { change, grouped, measured, percent, rounded }
