'use strict'

const { align } = require('./rounds')
const { LEAST_VALUES, centre } = require('./statistics')

/** @typedef {import('../records').Sample} Sample */

/**
 * One figure of a subject for a metric, by the estimator of the judge (judge.js) and of the rounds that it judges:
 * a table and the verdict below it show the same number. Where it judges none, all rounds that have a value.
 *
 * @param {Sample[]} own the subject's samples
 * @param {string} metric as in a sample
 * @param {{ cores: number }} machine
 * @returns {number} NaN where there is no value
 */
function typical (own, metric, machine) {
  if (own.length === 0) return NaN
  const judged = align(own, [own[0].subject], metric, machine).series[0]
  const values = judged.length >= LEAST_VALUES ? judged : valuesOf(own, metric)
  return values.length ? centre(values, 0.5).estimate : NaN
}

/**
 * @param {Sample[]} own
 * @param {string} metric
 */
function valuesOf (own, metric) {
  return own
    .map((sample) => Number(metric.split('.').reduce((/** @type {any} */ value, key) => value?.[key], sample) ?? NaN))
    .filter(Number.isFinite)
}

module.exports = { typical }
