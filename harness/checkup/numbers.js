'use strict'

/**
 * @param {number | null} value
 * @returns {string} with three digits that mean something, as a person reads it
 */
function shown (value) {
  if (value === null) return ''
  if (!Number.isFinite(value)) return 'unknown'
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(+value.toPrecision(3))
}

module.exports = { shown }
