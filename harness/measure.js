'use strict'

const { performance } = require('perf_hooks')
const { machine } = require('./machine')
const { Meter } = require('./meter')
const { withRunDirectory } = require('./reports')
const { start } = require('./subject')

/** @typedef {import('./records').Subject} Subject */
/** @typedef {import('./records').Sample} Sample */

/**
 * @typedef {object} Plan
 * @property {string} driver
 * @property {number} connections
 * @property {number} warmupSeconds of load before each sample
 * @property {number} durationSeconds of load in each sample
 * @property {number} bursts how many pieces that load comes in, at most
 * @property {boolean} [collectFirst] collect garbage between warm-up and sample
 * @property {string[]} [retainedOf] ids of the subjects whose memory for each request is measured, too
 * @property {number} rounds the least number of rounds
 * @property {number} [roundsAlone] of the subjects that are measured by themselves (see groupsOf), where fewer do
 * @property {number} [budgetSeconds] begin further rounds until this time has passed: how many there are depends
 *   on the clock alone, never on what was measured
 */

// A burst has to be long beside the time of one answer, or most of it is beginning and end.
const ANSWERS_PER_BURST = 10
// And long beside the time it takes to connect: in bursts this short, step 3 already gives 33,000 req/s, in one piece 46,000.
const SHORTEST_BURST_MS = 100
// The heap after a collection varies by some hundred KB, which has to be little for each request.
const RETAINED_SECONDS = 1

/**
 * Measures several subjects in one session: the only place where numbers may be compared.
 *
 * The outer loop is the round. In each, every subject runs in a fresh process (code and memory are laid out anew in
 * each, and that alone can make a few percent) and is warmed up. Then they are measured in turns, in short bursts:
 * neighbours on the machine come and go within seconds, and bursts share them out evenly. Eight bursts gave pairs with
 * a third to two thirds of the spread of one long sample, in the same time. The order is reversed from burst to burst
 * and from round to round, so that a machine that grows slower or faster favours nobody.
 *
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {object} options
 * @param {string} options.reports directory, for what the subjects print while they run
 * @param {(fraction: number) => void} [options.onProgress]
 * @returns {Promise<import('./records').Session>}
 * @throws {import('./fault').Fault} when a subject does not start, or ends early
 */
async function measure (subjects, plan, { reports, onProgress = () => {} }) {
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  const { budgetSeconds = 0 } = plan
  /** @type {Sample[]} */
  const samples = []
  await withRunDirectory(reports, async function (directory) {
    for (let round = 1; round <= plan.rounds || passed() * round / (round - 1) < budgetSeconds; round++) {
      onProgress(Math.min((round - 1) / plan.rounds, budgetSeconds ? passed() / budgetSeconds : 1))
      const order = round % 2 ? subjects : subjects.toReversed()
      samples.push(...await oneRound(order, plan, { directory, round }))
    }
  })
  return { date: new Date().toISOString(), machine: machine(), plan, samples }
}

/**
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {{ directory: string, round: number }} where
 * @returns {Promise<Sample[]>}
 */
async function oneRound (subjects, plan, where) {
  const samples = []
  for (const group of groupsOf(subjects)) {
    if (isAlone(group[0]) && where.round > (plan.roundsAlone ?? Infinity)) continue
    samples.push(...await together(group, plan, where))
  }
  return samples.sort((a, b) => subjects.findIndex(({ id }) => id === a.subject) - subjects.findIndex(({ id }) => id === b.subject))
}

/**
 * Who is measured in turns, burst by burst. A subject with a load of its own (a pace, a least length or number of
 * requests) is measured by itself and in one piece: in short bursts, what it is there to show would not be seen, or takes
 * too long.
 *
 * @param {Subject[]} subjects
 * @returns {Subject[][]}
 */
function groupsOf (subjects) {
  return [subjects.filter((subject) => !isAlone(subject)), ...subjects.filter(isAlone).map((subject) => [subject])].filter(({ length }) => length)
}

/** @param {Subject} subject */
function isAlone ({ load }) {
  return [load?.pace, load?.leastSeconds, load?.afterRequests].some((own) => own !== undefined)
}

/**
 * @param {Subject[]} subjects
 * @param {Plan} plan
 * @param {{ directory: string, round: number }} where
 * @returns {Promise<Sample[]>}
 */
async function together (subjects, plan, { directory, round }) {
  const { driver, connections, warmupSeconds, bursts, collectFirst, retainedOf = [] } = plan
  const sampleSeconds = Math.max(plan.durationSeconds, subjects[0].load?.leastSeconds ?? 0)
  const most = subjects.length > 1 ? bursts : 1
  /** @type {Meter[]} */
  const meters = []
  const load = (/** @type {number} */ durationSeconds) => ({ connections, durationSeconds })
  try {
    for (const running of await startAll(subjects, directory)) meters.push(new Meter(running, driver))
    const answerMs = []
    for (const meter of meters) answerMs.push((await meter.warmUp(load(warmupSeconds))).latencyMs.p50 || 0)
    const burstMs = Math.max(SHORTEST_BURST_MS, ANSWERS_PER_BURST * Math.max(...answerMs))
    const count = Math.max(1, Math.min(most, Math.floor(1000 * sampleSeconds / burstMs)))
    for (const meter of meters) await meter.begin({ collect: collectFirst })
    for (let burst = 0; burst < count; burst++) {
      for (const meter of burst % 2 ? meters.toReversed() : meters) await meter.burst(load(sampleSeconds / count))
    }
    const samples = []
    for (const meter of meters) {
      const { id } = meter.running.subject
      const memory = retainedOf.includes(id) ? await meter.retained(load(RETAINED_SECONDS)) : {}
      samples.push({ subject: id, round, ...meter.end(), ...memory })
    }
    await Promise.all(meters.map(({ running }) => running.stop()))
    return samples
  } finally {
    for (const { running } of meters) await running.kill()
  }
}

/**
 * Starts several subjects at the same time.
 *
 * @param {Subject[]} subjects
 * @param {string} directory
 * @throws {import('./fault').Fault} when one does not start; the others have been ended then
 */
async function startAll (subjects, directory) {
  const started = await Promise.allSettled(subjects.map((subject) => start(subject, { directory, vitals: true, anyPort: true })))
  const running = started.flatMap((result) => result.status === 'fulfilled' ? [result.value] : [])
  const failed = started.find(({ status }) => status === 'rejected')
  if (!failed) return running
  for (const subject of running) await subject.kill()
  throw /** @type {PromiseRejectedResult} */ (failed).reason
}

module.exports = { measure }
