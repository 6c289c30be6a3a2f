'use strict'

const { START_SECONDS, loadOf } = require('../comparison/plan')
const { findDriver } = require('../load/drivers')

// Values of the study of the gate's errors: about 17 rounds per minute. More rounds sample more processes; longer
// rounds measure each process for longer. Starting and warming up take half of each round. Rounds of 3.5 s and of 5 s
// estimate the ratio equally well in a minute, and more rounds give a more stable interval.
const ROUND_SECONDS = 3.5
const LEAST_ROUNDS = 5
const WARMUP_SHARE = 0.35
const LEAST_WARMUP_SECONDS = 0.5
const MOST_WARMUP_SECONDS = 1.25
const LEAST_SAMPLE_SECONDS = 0.25

/**
 * Returns the plan of a gate, for the gate command and for the study of its errors. The study used exactly this plan:
 * after any change here, repeat the study.
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
 * @returns {number} the approximate minimum duration, in seconds
 */
function leastSecondsOf ({ warmupSeconds, durationSeconds }) {
  return LEAST_ROUNDS * (START_SECONDS + warmupSeconds + 2 * durationSeconds)
}

module.exports = { gatePlan, leastSecondsOf }
