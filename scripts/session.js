'use strict'

const path = require('path')
const { measure } = require('../harness/measure')
const { LEAST_ROUNDS } = require('../harness/verdict')
const { progress } = require('./progress')

/**
 * How a gate measures, for the gate command and for the study of its errors.
 *
 * @param {{ driver: string, connections: number, budgetSeconds: number }} options
 * @returns {import('../harness/measure').Plan}
 */
function gatePlan (options) {
  return { ...options, warmupSeconds: 0.7, durationSeconds: 0.8, bursts: 8, rounds: LEAST_ROUNDS }
}

/**
 * Measures a session, and shows on stderr how far it is.
 *
 * @param {import('../harness/records').Subject[]} subjects
 * @param {import('../harness/measure').Plan} plan
 */
async function measureShown (subjects, plan) {
  const shown = progress(process.stderr)
  return measure(subjects, plan, {
    reports: path.resolve('reports'),
    onProgress: (fraction) => shown.update('measure', fraction)
  }).finally(shown.end)
}

module.exports = { gatePlan, measureShown }
