'use strict'

const { generatorOf } = require('../load/workload')
const { isAlone } = require('../measurement/round')

// Maximum warm-up of a server. The servers of this repository are steady after 1 to 3 s.
const WARMUP_SECONDS = 5
// Usual time until the CPU per request is steady.
const USUAL_WARMUP_SECONDS = 2.5
// Rounds of servers that are measured alone, for up to 10 s each. Their effects are many times larger than noise.
const ROUNDS_ALONE = 3
const START_SECONDS = 0.5

/**
 * Returns the plan for measuring several servers.
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
 * @returns {Pick<import('../types/pipeline').Plan, 'driver' | 'connections' | 'workers'>}
 *   `workers` only with more than one
 * @throws {OperationalError} if the load generator has no processes to choose
 */
function loadOf ({ driver, connections, workers }) {
  const { workers: count = 1 } = generatorOf({ driver, workers })
  return { driver, connections, ...(count > 1 && { workers: count }) }
}

/**
 * @param {import('../types/pipeline').Subject[]} subjects
 * @param {import('../types/pipeline').Plan} plan
 * @returns {number} approximate duration of the measurement, in seconds
 */
function aboutSeconds (subjects, { rounds, roundsAlone = rounds, warmupSeconds, durationSeconds, latencySeconds }) {
  const starting = START_SECONDS + Math.min(USUAL_WARMUP_SECONDS, warmupSeconds)
  return subjects.reduce(function (sum, subject) {
    const each = starting + Math.max(subject.load?.leastSeconds ?? 0, durationSeconds + latencySeconds)
    return sum + each * (isAlone(subject) ? Math.min(rounds, roundsAlone) : rounds)
  }, 0)
}

module.exports = { START_SECONDS, aboutSeconds, loadOf, plainPlan }
