'use strict'

const { isAlone } = require('../measurement/round')

// The longest that a subject is warmed up. Ours are steady after one to three seconds.
const WARMUP_SECONDS = 5
// Until the cost of a subject is steady.
const USUAL_WARMUP_SECONDS = 2.5
// Of those that take ten seconds each. What they show is many times what noise does.
const ROUNDS_ALONE = 3
const START_SECONDS = 0.5

/**
 * How several subjects are measured.
 *
 * @param {Record<string, any>} options
 * @returns {import('../types/pipeline').Plan}
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
 * @param {{ driver: string, connections: number, workers?: number }} options
 * @returns {Pick<import('../types/pipeline').Plan, 'driver' | 'connections' | 'workers'>} of other drivers, no
 *   workers
 */
function loadOf ({ driver, connections, workers = 1 }) {
  return { driver, connections, ...(driver === 'autocannon' && workers > 1 && { workers }) }
}

/**
 * @param {import('../types/pipeline').Subject[]} subjects
 * @param {import('../types/pipeline').Plan} plan
 * @returns {number} about how long it takes to measure them, in seconds
 */
function aboutSeconds (subjects, { rounds, roundsAlone = rounds, warmupSeconds, durationSeconds, latencySeconds }) {
  const starting = START_SECONDS + Math.min(USUAL_WARMUP_SECONDS, warmupSeconds)
  return subjects.reduce(function (sum, subject) {
    const each = starting + Math.max(subject.load?.leastSeconds ?? 0, durationSeconds + latencySeconds)
    return sum + each * (isAlone(subject) ? Math.min(rounds, roundsAlone) : rounds)
  }, 0)
}

module.exports = { START_SECONDS, aboutSeconds, loadOf, plainPlan }
