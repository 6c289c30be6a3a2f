'use strict'

const { setTimeout: wait } = require('timers/promises')
const { performance } = require('perf_hooks')
const { findDriver } = require('./drivers')
const { machine } = require('./machine')
const { withRunDirectory } = require('./reports')
const { start } = require('./subject')

/** @typedef {import('./records').Subject} Subject */
/** @typedef {import('./records').Sample} Sample */
/** @typedef {import('./records').Vitals} Vitals */

/**
 * @typedef {object} Plan
 * @property {string} driver
 * @property {number} connections
 * @property {number} warmupSeconds of load before each sample
 * @property {number} durationSeconds of each sample
 * @property {number} rounds the least number of rounds
 * @property {number} [budgetSeconds] begin further rounds until this time has passed: how many there are depends
 *   on the clock alone, never on what was measured
 */

/**
 * Measures several subjects in one session: the only place where numbers may be compared.
 *
 * The outer loop is the round: every subject once, each in a fresh process (code and memory are laid out anew in
 * each, and that alone can make a few percent), warmed up first. The order is reversed from round to round, so
 * that a machine that grows slower or faster favours nobody.
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
      for (const subject of round % 2 ? subjects : subjects.toReversed()) {
        onProgress(Math.min(samples.length / plan.rounds / subjects.length, budgetSeconds ? passed() / budgetSeconds : 1))
        samples.push({ subject: subject.id, round, ...await sample(subject, plan, directory) })
      }
    }
  })
  return { date: new Date().toISOString(), machine: machine(), plan, samples }
}

/**
 * Measures one subject once.
 *
 * @param {Subject} subject
 * @param {Plan} plan
 * @param {string} directory
 * @returns {Promise<Omit<Sample, 'subject' | 'round'>>}
 */
async function sample (subject, { driver, connections, warmupSeconds, durationSeconds }, directory) {
  const { drive } = findDriver(driver)
  const running = await start(subject, { directory, vitals: true })
  const under = (/** @type {number} */ seconds) => Promise.race([
    drive(running.address, { path: subject.path, connections, durationSeconds: seconds }),
    running.died
  ])
  try {
    await under(warmupSeconds)
    const before = await running.vitals({ collect: true })
    const [load, middle] = await Promise.all([
      under(durationSeconds),
      wait(1000 * durationSeconds / 2).then(() => running.vitals())
    ])
    const after = await running.vitals()
    const settled = await running.vitals({ collect: true })
    await running.stop()
    return {
      node: process.version,
      ...load,
      ...difference(before, after),
      costGrowth: growth(before, middle, after),
      retainedBytesPerRequest: (settled.heapUsedBytes - before.heapUsedBytes) / (after.requests - before.requests)
    }
  } finally {
    await running.kill()
  }
}

/**
 * @param {Vitals} before
 * @param {Vitals} after
 */
function difference (before, after) {
  const elapsedMs = after.atMs - before.atMs
  const activeMs = after.loopActiveMs - before.loopActiveMs
  return {
    serverCpuUsPerRequest: cpuUsPerRequest(before, after),
    serverCpuShare: cpuUs(before, after) / 1000 / elapsedMs,
    loopUtilization: activeMs / (activeMs + after.loopIdleMs - before.loopIdleMs),
    gcShare: (after.gcMs - before.gcMs) / elapsedMs,
    rssBytes: after.rssBytes
  }
}

/**
 * @param {Vitals} before
 * @param {Vitals} middle
 * @param {Vitals} after
 * @returns {number} CPU per request in the second half of the sample over that in the first: 1 stays the same
 */
function growth (before, middle, after) {
  return cpuUsPerRequest(middle, after) / cpuUsPerRequest(before, middle)
}

/**
 * @param {Vitals} before
 * @param {Vitals} after
 */
function cpuUsPerRequest (before, after) {
  return cpuUs(before, after) / (after.requests - before.requests)
}

/**
 * @param {Vitals} before
 * @param {Vitals} after
 */
function cpuUs (before, after) {
  return after.cpuUserUs + after.cpuSystemUs - before.cpuUserUs - before.cpuSystemUs
}

module.exports = { measure, sample }
