'use strict'

const { percent, rounded } = require('../base/numbers')

/**
 * @param {number | null | undefined} value of an evidence, or its threshold
 * @param {import('./records').Evidence['unit']} unit
 * @returns {string} as people read it: `49 %`, `1.53 times`, `12.4 ms`; empty where there is none
 */
function shown (value, unit) {
  if (value === null || value === undefined) return ''
  if (unit === undefined || !Number.isFinite(value)) return rounded(value)
  return unit === 'share' ? percent(value) : `${rounded(value)} ${unit}`
}

module.exports = { shown }
