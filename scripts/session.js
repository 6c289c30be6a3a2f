'use strict'

const path = require('path')
const { measure } = require('../harness/measure')
const { leastRounds } = require('../harness/statistics')
const { THROUGHPUT_LEVEL } = require('../harness/verdict')
const { progress } = require('./progress')

// Long enough for V8 to have optimised what is hot.
const WARMUP_SECONDS = 0.7

// Neighbours on the machine come and go within seconds; turns share them out (see measure.js).
const BURSTS = 8

/**
 * How several subjects are measured.
 *
 * @param {Record<string, any>} options
 * @returns {import('../harness/measure').Plan}
 */
function plainPlan ({ rounds, duration, connections, driver }) {
  return { rounds, connections, driver, warmupSeconds: WARMUP_SECONDS, durationSeconds: duration, bursts: BURSTS }
}

/**
 * How a gate measures, for the gate command and for the study of its errors. It is what the study was made with, to the
 * last detail: who changes it has to make the study again.
 *
 * @param {{ driver: string, connections: number, budgetSeconds: number }} options
 * @returns {import('../harness/measure').Plan}
 */
function gatePlan (options) {
  return { ...options, warmupSeconds: WARMUP_SECONDS, durationSeconds: 0.8, bursts: BURSTS, collectFirst: true, rounds: leastRounds(THROUGHPUT_LEVEL) }
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

module.exports = { gatePlan, measureShown, plainPlan }
