'use strict'

const { START_SECONDS, loadOf } = require('../comparison/plan')
const { findDriver } = require('../load/drivers')

// What the study of the gate was made with: about seventeen rounds in a minute. More rounds see more processes, longer
// ones more of each; starting and warming up takes half of each. Between rounds of 3.5 and of 5 seconds, a minute is
// equally sure of the ratio, and more rounds make a steadier interval.
const ROUND_SECONDS = 3.5
const LEAST_ROUNDS = 5
const WARMUP_SHARE = 0.35
const LEAST_WARMUP_SECONDS = 0.5
const MOST_WARMUP_SECONDS = 1.25
const LEAST_SAMPLE_SECONDS = 0.25

/**
 * How a gate measures, for the gate command and for the study of its errors. It is what the study was made with, to the
 * last detail: who changes it has to make the study again.
 *
 * @param {{ driver: string, connections: number, workers?: number, budgetSeconds: number }} options
 * @returns {import('../types/pipeline').Plan}
 */
function gatePlan ({ driver, connections, workers, budgetSeconds }) {
  const rounds = Math.max(LEAST_ROUNDS, Math.round(budgetSeconds / ROUND_SECONDS))
  const roundSeconds = budgetSeconds / rounds
  const warmupSeconds = Math.min(MOST_WARMUP_SECONDS, Math.max(LEAST_WARMUP_SECONDS, WARMUP_SHARE * roundSeconds))
  const durationSeconds = Math.max(LEAST_SAMPLE_SECONDS, (roundSeconds - START_SECONDS - warmupSeconds) / 2)
  return {
    ...loadOf({ connections, driver, workers }),
    warmupSeconds,
    durationSeconds,
    latencySeconds: 0,
    countedRounds: findDriver(driver).wholeSeconds ? 0 : LEAST_ROUNDS,
    rounds: LEAST_ROUNDS,
    budgetSeconds
  }
}

/**
 * @param {import('../types/pipeline').Plan} plan of a gate
 * @returns {number} how long it takes, at least and about, in seconds
 */
function leastSecondsOf ({ warmupSeconds, durationSeconds }) {
  return LEAST_ROUNDS * (START_SECONDS + warmupSeconds + 2 * durationSeconds)
}

module.exports = { gatePlan, leastSecondsOf }
