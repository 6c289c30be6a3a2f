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
 * @property {number} durationSeconds of load in each sample, in a closed loop, in pieces of a second
 * @property {{ requestsPerSecond: number, durationSeconds: number }} steady the load after it, in an open loop
 */

// wrk knows whole seconds only.
const BURST_SECONDS = 1
// Nobody asks for anything for so long before the memory of idle servers is read.
const IDLE_MS = 500

/**
 * Measures everybody in one session, in rounds. Nothing of ours runs inside them: what they are written in is no
 * business of ours. In a round, all run at the same time, and are put under load in turns, a second each, in an order
 * that is reversed from turn to turn: so what comes and goes on the machine is shared out (see measure.js in the folder
 * above).
 *
 * Who fails, fails alone: it is told, and takes no further part.
 *
 * @param {Entry[]} entries
 * @param {BenchmarkPlan} plan
 * @param {object} options
 * @param {import('./contract').Contract} options.contract that each has to keep, before anything is timed
 * @param {string} options.reports directory, for what they print
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
 * @returns {Promise<T | null>} null where it failed; the session knows why
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
 * @returns {Promise<BenchmarkSample[]>} of all that lasted
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
