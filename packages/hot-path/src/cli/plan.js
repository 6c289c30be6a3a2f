'use strict'

const path = require('path')
const { findDriver } = require('../load/drivers')
const { isAlone } = require('../measure/round')
const { measure } = require('../measure/session')
const { counted } = require('../base/sentence')
const { progress } = require('./progress')

// The longest that a subject is warmed up. Ours are steady after one to three seconds.
const WARMUP_SECONDS = 5
// Of those that take ten seconds each. What they show is many times what noise does.
const ROUNDS_ALONE = 3

// What the study of the gate was made with: about seventeen rounds in a minute. More rounds see more processes, longer
// ones more of each; starting and warming up takes half of each. Between rounds of 3.5 and of 5 seconds, a minute is
// equally sure of the ratio, and more rounds make a steadier interval.
const ROUND_SECONDS = 3.5
const LEAST_ROUNDS = 5
const START_SECONDS = 0.5
const WARMUP_SHARE = 0.35
const LEAST_WARMUP_SECONDS = 0.5
const MOST_WARMUP_SECONDS = 1.25
const LEAST_SAMPLE_SECONDS = 0.25
// Until the cost of a subject is steady.
const USUAL_WARMUP_SECONDS = 2.5
// Who waits for longer wants to know beforehand.
const LONG_SECONDS = 30

/**
 * How several subjects are measured.
 *
 * @param {Record<string, any>} options
 * @returns {import('../measure/session').Plan}
 */
function plainPlan ({ rounds, duration, connections, driver, workers }) {
  return {
    rounds,
    roundsAlone: ROUNDS_ALONE,
    ...loadOf({ connections, driver, workers }),
    warmupSeconds: WARMUP_SECONDS,
    durationSeconds: duration,
    latencySeconds: duration
  }
}

/**
 * How a gate measures, for the gate command and for the study of its errors. It is what the study was made with, to the
 * last detail: who changes it has to make the study again.
 *
 * @param {{ driver: string, connections: number, workers?: number, budgetSeconds: number }} options
 * @returns {import('../measure/session').Plan}
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
 * @param {{ driver: string, connections: number, workers?: number }} options
 * @returns {Pick<import('../measure/session').Plan, 'driver' | 'connections' | 'workers'>} of other drivers, no workers
 */
function loadOf ({ driver, connections, workers = 1 }) {
  return { driver, connections, ...(driver === 'autocannon' && workers > 1 && { workers }) }
}

/**
 * @param {import('../measure/session').Plan} plan of a gate
 * @returns {number} how long it takes, at least and about, in seconds
 */
function leastSecondsOf ({ warmupSeconds, durationSeconds }) {
  return LEAST_ROUNDS * (START_SECONDS + warmupSeconds + 2 * durationSeconds)
}

/**
 * @param {import('../records').Subject[]} subjects
 * @param {import('../measure/session').Plan} plan
 * @returns {number} about how long it takes to measure them, in seconds
 */
function aboutSeconds (subjects, { rounds, roundsAlone = rounds, warmupSeconds, durationSeconds, latencySeconds }) {
  const starting = START_SECONDS + Math.min(USUAL_WARMUP_SECONDS, warmupSeconds)
  return subjects.reduce(function (sum, subject) {
    const each = starting + Math.max(subject.load?.leastSeconds ?? 0, durationSeconds + latencySeconds)
    return sum + each * (isAlone(subject) ? Math.min(rounds, roundsAlone) : rounds)
  }, 0)
}

/**
 * Says on stderr how long something takes, where that is long.
 *
 * @param {number} seconds
 */
function sayHowLong (seconds) {
  if (seconds <= LONG_SECONDS) return
  const minutes = Math.round(seconds / 60)
  console.error(`... it takes about ${seconds < 100 ? `${10 * Math.round(seconds / 10)} seconds` : counted(minutes, 'minute')}`)
}

/**
 * Measures a session. Shows on stderr how far it is and, where it has no budget, about how long it takes.
 *
 * @param {import('../records').Subject[]} subjects
 * @param {import('../measure/session').Plan} plan
 * @param {{ secondsAfter?: number }} [options] `secondsAfter`: of what the same command does when that is over
 */
async function measureShown (subjects, plan, { secondsAfter = 0 } = {}) {
  if (plan.budgetSeconds === undefined) sayHowLong(aboutSeconds(subjects, plan) + secondsAfter)
  const shown = progress(process.stderr)
  return measure(subjects, plan, {
    reports: path.resolve('reports'),
    onProgress: (fraction) => shown.update('measure', fraction)
  }).finally(shown.end)
}

module.exports = { aboutSeconds, gatePlan, leastSecondsOf, measureShown, plainPlan, sayHowLong }
