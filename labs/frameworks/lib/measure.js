'use strict'

const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('hot-path')
const { machine, withRunDirectory } = require('hot-path/testing')
const { assertAnswers } = require('./contract')
const { startProgram } = require('./program')
const { Runner } = require('./runner')

/** @typedef {import('./records').Entry} Entry */
/** @typedef {import('./records').BenchmarkSample} BenchmarkSample */
/** @typedef {import('./records').BenchmarkSession} BenchmarkSession */

/**
 * @typedef {object} BenchmarkPlan
 * @property {string} driver
 * @property {number} connections
 * @property {number} rounds
 * @property {number} warmupSeconds of load before each sample
 * @property {number} durationSeconds of closed-loop load in each sample, in bursts of a second
 * @property {{ requestsPerSecond: number, durationSeconds: number }} steady open-loop load after it
 */

// wrk supports whole seconds only.
const BURST_SECONDS = 1
// Time without requests before the memory of idle servers is read.
const IDLE_MS = 500

/**
 * Measures all contestants in one session, in rounds. No code of hot-path runs inside them, so they can be written in
 * any language. In a round, all run at the same time and are loaded alternately, one second each. The order is reversed
 * each time, to spread CPU contention evenly (see measure() in packages/hot-path/src/measurement/session.js).
 *
 * A failure excludes only the contestant that failed. It is recorded in the session.
 *
 * @param {Entry[]} entries
 * @param {BenchmarkPlan} plan
 * @param {object} options
 * @param {import('./contract').Contract} options.contract checked for each entry before anything is timed
 * @param {string} options.reports directory, for their output
 * @param {(stage: 'check' | 'measure', fraction: number) => void} [options.onProgress]
 * @returns {Promise<BenchmarkSession>}
 */
async function benchmark (entries, plan, { contract, reports, onProgress = () => {} }) {
  /** @type {BenchmarkSession} */
  const session = { date: new Date().toISOString(), machine: machine(), plan, samples: [], failed: [] }
  const modes = [...new Set(entries.map(({ mode }) => mode))]
  await withRunDirectory(reports, async function (directory) {
    for (const [i, entry] of entries.entries()) {
      onProgress('check', i / entries.length)
      await orFailed(session, entry, () => check(entry, plan, { contract, directory }))
    }
    for (let round = 1; round <= plan.rounds; round++) {
      for (const [i, mode] of modes.entries()) {
        onProgress('measure', (round - 1 + i / modes.length) / plan.rounds)
        const order = entries.filter((entry) => entry.mode === mode && !hasFailed(session, entry))
        session.samples.push(
          ...(await oneRound(session, round % 2 ? order : order.toReversed(), {
            round,
            path: contract.path,
            directory
          }))
        )
      }
    }
  })
  return session
}

/**
 * @template T
 * @param {BenchmarkSession} session
 * @param {Entry} entry
 * @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if it failed; `session.failed` has the reason
 */
async function orFailed ({ failed }, { id, mode }, work) {
  try {
    return await work()
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    failed.push({ subject: id, mode, why: err.message })
    return null
  }
}

/**
 * @param {BenchmarkSession} session
 * @param {Entry} entry
 */
function hasFailed ({ failed }, { id, mode }) {
  return failed.some((failure) => failure.subject === id && failure.mode === mode)
}

/**
 * @param {Entry} entry
 * @param {BenchmarkPlan} plan
 * @param {{ contract: import('./contract').Contract, directory: string }} options
 */
async function check (entry, { driver }, { contract, directory }) {
  const running = await startProgram(entry, directory)
  try {
    await running.whileAlive(assertAnswers(running.address, contract))
  } finally {
    await running.stop()
  }
}

/**
 * @param {BenchmarkSession} session
 * @param {Entry[]} entries of one mode
 * @param {{ round: number, path: string, directory: string }} options
 * @returns {Promise<BenchmarkSample[]>} of all entries that did not fail
 */
async function oneRound (session, entries, { round, path, directory }) {
  const { plan } = session
  const count = Math.max(1, Math.round(plan.durationSeconds / BURST_SECONDS))
  /** @type {Runner[]} */
  const runners = []
  const each = async (/** @type {Runner[]} */ some, /** @type {(runner: Runner) => Promise<unknown>} */ step) => {
    for (const runner of some.filter(({ entry }) => !hasFailed(session, entry))) {
      await orFailed(session, runner.entry, () => step(runner))
    }
  }
  try {
    for (const entry of entries) {
      const running = await orFailed(session, entry, () => startProgram(entry, directory))
      if (running) runners.push(new Runner(entry, running, plan, path))
    }
    await wait(IDLE_MS)
    await each(runners, async (runner) => runner.rest())
    await each(runners, (runner) => runner.drive({ durationSeconds: plan.warmupSeconds }))
    for (let burst = 0; burst < count; burst++) {
      await each(burst % 2 ? runners.toReversed() : runners, (runner) => runner.burst(plan.durationSeconds / count))
    }
    await each(runners, (runner) => runner.pace())
    return runners
      .filter(({ entry }) => !hasFailed(session, entry))
      .map((runner) => ({ subject: runner.entry.id, mode: runner.entry.mode, round, ...runner.sample() }))
  } finally {
    for (const { running } of runners) await running.stop()
  }
}

module.exports = { benchmark }
