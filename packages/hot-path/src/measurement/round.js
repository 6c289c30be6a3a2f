'use strict'

const { availableParallelism } = require('os')
const { burstsOf, inTurn, SHORTEST_SECONDS, WINDOW_SECONDS } = require('./steady-state')
const { findDriver } = require('../load/drivers')
const { Sampler } = require('./sampler')
const { watchOthers } = require('./core-use')
const { shareOneCore } = require('../process/affinity')
const { start } = require('../process/subject')
const { toWorkload } = require('../load/workload')

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Sample} Sample */
/** @typedef {import('../types/pipeline').Plan} Plan */

// Requests in progress at the end of an uninterrupted load are awaited. That time should be short relative to the load.
const ANSWERS_PER_LOAD = 10
// At a constant rate a server is not saturated, so its cost takes long to become steady. The cost is not judged there.
const PACED_WARMUP_SECONDS = 0.5
// The heap after a collection varies by some hundred KB, which must be small per request.
const RETAINED_SECONDS = 2
const LEAD_IN_TURNS = 3
// Counts hardly vary after a few hundred requests.
const COUNTED_SECONDS = 0.1
const COUNTED_ANSWERS = 2.5

/**
 * Measures every server once.
 *
 * @param {Subject[]} subjects in the order of this round
 * @param {Plan} plan
 * @param {{ directory: string, round: number }} where
 * @returns {Promise<Sample[]>}
 * @throws {import('../util/errors').OperationalError} if a server does not start, or ends early
 */
async function oneRound (subjects, plan, where) {
  const samples = []
  for (const group of groupsOf(subjects)) {
    if (isAlone(group[0]) && where.round > (plan.roundsAlone ?? Infinity)) continue
    samples.push(...(await together(group, plan, where)))
  }
  return samples.sort(
    (a, b) => subjects.findIndex(({ id }) => id === a.subject) - subjects.findIndex(({ id }) => id === b.subject)
  )
}

/**
 * Groups the servers that are measured with interleaved bursts. A server with a special load (a rate, a minimum
 * duration or number of requests, no warm-up) is measured alone and uninterrupted: short bursts would hide its effect.
 *
 * @param {Subject[]} subjects
 * @returns {Subject[][]}
 */
function groupsOf (subjects) {
  return [
    subjects.filter((subject) => !isAlone(subject)),
    ...subjects.filter(isAlone).map((subject) => [subject])
  ].filter(({ length }) => length)
}

/** @param {Subject} subject */
function isAlone ({ load }) {
  return [load?.pace, load?.leastSeconds, load?.afterRequests, load?.fresh].some((own) => own !== undefined)
}

/**
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {{ directory: string, round: number }} where
 * @returns {Promise<Sample[]>}
 */
async function together (subjects, plan, { directory, round }) {
  const { retainedOf = [], countedRounds = 0 } = plan
  return withSamplers(subjects, plan, directory, async function (samplers) {
    const shared = await measureEach(samplers, plan)
    const samples = []
    for (const sampler of samplers) {
      const { id } = sampler.running.subject
      const counts = round <= countedRounds
        ? await sampler.counted(Math.max(COUNTED_SECONDS, COUNTED_ANSWERS * sampler.answerSeconds))
        : {}
      const memory = retainedOf.includes(id) ? await sampler.retained(RETAINED_SECONDS) : {}
      samples.push({ subject: id, round, ...sampler.end(), ...shared, ...counts, ...memory })
    }
    return samples
  })
}

/**
 * Starts servers and opens connections to them; after the work, stops them all.
 *
 * @template T
 * @param {Subject[]} subjects
 * @param {Pick<Plan, 'driver' | 'connections' | 'workers'>} plan
 * @param {string} directory for the servers' output
 * @param {(samplers: Sampler[]) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {import('../util/errors').OperationalError} if a server does not start, or ends early
 */
async function withSamplers (subjects, plan, directory, work) {
  /** @type {import('../process/subject').RunningSubject[]} */
  const started = []
  /** @type {Sampler[]} */
  const samplers = []
  try {
    started.push(...(await startAll(subjects, directory)))
    for (const running of started) samplers.push(await samplerOf(running, plan))
    const result = await work(samplers)
    for (const { generator } of samplers) generator.close()
    await Promise.all(started.map((running) => running.stop()))
    return result
  } finally {
    for (const { generator } of samplers) generator.close()
    for (const running of started) await running.kill()
  }
}

/**
 * @param {import('../process/subject').RunningSubject} running
 * @param {Pick<Plan, 'driver' | 'connections' | 'workers'>} plan
 */
async function samplerOf (running, { driver, connections, workers }) {
  const { subject, address } = running
  const workload = toWorkload(subject, { connections, durationSeconds: 0, workers })
  return new Sampler(running, await running.whileAlive(findDriver(driver, subject.load).open(address, workload)))
}

/**
 * @param {Sampler[]} samplers
 * @param {Plan} plan
 * @returns {Promise<{ othersShare: number, core?: number | null }>} what the samples share: see Sample
 */
async function measureEach (samplers, plan) {
  const { durationSeconds } = plan
  await warmUp(samplers, plan)
  const othersShare = watchOthers()
  for (const sampler of samplers) sampler.begin()
  const alone = isAlone(samplers[0].running.subject)
  if (alone) {
    await samplers[0].uninterrupted(Math.max(durationSeconds, samplers[0].running.subject.load?.leastSeconds ?? 0))
    return { othersShare: othersShare() }
  }
  const { wholeSeconds } = findDriver(plan.driver)
  if (samplers.some(({ isSilent }) => isSilent)) {
    // Each load waits ten seconds for the responses of a silent server, and one load is enough to show that there are
    // none.
    for (const sampler of samplers) await sampler.burst(wholeSeconds ?? SHORTEST_SECONDS)
    return { othersShare: othersShare() }
  }
  const core = shareOneCore(samplers.map(({ running }) => running))
  if (!wholeSeconds) await leadIn(samplers)
  const { count, burstSeconds } = burstsOf({
    durationSeconds,
    wholeSeconds,
    answerSeconds: Math.max(...samplers.map(({ answerSeconds }) => answerSeconds))
  })
  for (let burst = 0; burst < count; burst++) {
    for (const sampler of inTurn(samplers, burst)) await sampler.burst(burstSeconds)
  }
  for (const sampler of samplers.filter(isTimed(plan))) {
    await sampler.uninterrupted(Math.max(plan.latencySeconds, ANSWERS_PER_LOAD * sampler.answerSeconds))
  }
  return { othersShare: othersShare(), core }
}

/**
 * @param {Plan} plan
 * @returns {(sampler: Sampler) => boolean} whether the plan includes the latencies of a server
 */
function isTimed ({ latencySeconds, latencyOf }) {
  return ({ running: { subject } }) => latencySeconds > 0 && (latencyOf?.includes(subject.id) ?? true)
}

/**
 * Warms up as many servers at a time as there are cores, so that they hardly slow each other down.
 *
 * @param {Sampler[]} samplers
 * @param {Pick<Plan, 'warmupSeconds'>} plan
 */
async function warmUp (samplers, { warmupSeconds }) {
  const cores = availableParallelism()
  for (let first = 0; first < samplers.length; first += cores) {
    await Promise.all(
      samplers.slice(first, first + cores).map(function (sampler) {
        const limitSeconds = sampler.running.subject.load?.pace
          ? Math.min(PACED_WARMUP_SECONDS, warmupSeconds)
          : warmupSeconds
        return sampler.warmUp(limitSeconds, WINDOW_SECONDS)
      })
    )
  }
}

/**
 * Runs unmeasured bursts. They show how long a response takes, and they absorb the most expensive bursts: after waiting
 * for each other's warm-up, servers take up to 40 % more CPU per request at first than later.
 *
 * @param {Sampler[]} samplers
 */
async function leadIn (samplers) {
  for (let turn = 0; turn < LEAD_IN_TURNS; turn++) {
    for (const sampler of samplers) await sampler.drive(SHORTEST_SECONDS)
  }
}

/**
 * Starts several servers at the same time.
 *
 * @param {Subject[]} subjects
 * @param {string} directory
 * @throws {import('../util/errors').OperationalError} if one does not start; the others are then ended
 */
async function startAll (subjects, directory) {
  const started = await Promise.allSettled(
    subjects.map((subject) => start(subject, { directory, processMetrics: true, anyPort: true }))
  )
  const running = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = started.find(({ status }) => status === 'rejected')
  if (!failed) return running
  for (const subject of running) await subject.kill()
  throw /** @type {PromiseRejectedResult} */ (failed).reason
}

module.exports = { isAlone, oneRound, warmUp, withSamplers }
