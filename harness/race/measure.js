'use strict'

const { setTimeout: wait } = require('timers/promises')
const { findDriver } = require('../drivers')
const { Fault } = require('../fault')
const { coreTimes, machine } = require('../machine')
const { withRunDirectory } = require('../reports')
const { assertAnswers } = require('./contract')
const { startProgram } = require('./program')

/** @typedef {import('../records').Load} Load */
/** @typedef {import('../records').Workload} Workload */
/** @typedef {import('./records').Entry} Entry */
/** @typedef {import('./records').RaceSample} RaceSample */
/** @typedef {import('./records').RaceSession} RaceSession */
/** @typedef {import('./program').RunningProgram} RunningProgram */

/**
 * @typedef {object} RacePlan
 * @property {string} driver
 * @property {number} connections
 * @property {number} rounds
 * @property {number} warmupSeconds of load before each sample
 * @property {number} durationSeconds of load in each sample, in a closed loop
 * @property {{ requestsPerSecond: number, durationSeconds: number }} steady the load after it, in an open loop
 */

const LOOK_EVERY_MS = 100
// Nobody asks for anything for so long before the memory of an idle server is read.
const IDLE_MS = 500

/**
 * Measures everybody in one session, in rounds; the order is reversed from round to round. Nothing of ours runs inside
 * them: what they are written in is no business of ours.
 *
 * Who fails, fails alone: it is told, and takes no further part.
 *
 * @param {Entry[]} entries
 * @param {RacePlan} plan
 * @param {object} options
 * @param {import('./contract').Contract} options.contract that each has to keep, before anything is timed
 * @param {string} options.reports directory, for what they print
 * @param {(stage: 'check' | 'measure', fraction: number) => void} [options.onProgress]
 * @returns {Promise<RaceSession>}
 */
async function race (entries, plan, { contract, reports, onProgress = () => {} }) {
  /** @type {RaceSession} */
  const session = { date: new Date().toISOString(), machine: machine(), plan, samples: [], failed: [] }
  const isLeft = (/** @type {Entry} */ { id, mode }) => !session.failed.some((failure) => failure.subject === id && failure.mode === mode)
  /** @type {<T>(entry: Entry, work: Promise<T>) => Promise<T | null>} */
  const orFailed = async ({ id, mode }, work) => work.catch(function (err) {
    if (!(err instanceof Fault)) throw err
    session.failed.push({ subject: id, mode, why: err.message })
    return null
  })
  await withRunDirectory(reports, async function (directory) {
    for (const [i, entry] of entries.entries()) {
      onProgress('check', i / entries.length)
      await orFailed(entry, check(entry, plan, { contract, directory }))
    }
    for (let round = 1; round <= plan.rounds; round++) {
      const order = (round % 2 ? entries : entries.toReversed()).filter(isLeft)
      for (const [i, entry] of order.entries()) {
        onProgress('measure', (round - 1 + i / order.length) / plan.rounds)
        const sample = await orFailed(entry, measureOne(entry, plan, { path: contract.path, directory }))
        if (sample) session.samples.push({ subject: entry.id, mode: entry.mode, round, ...sample })
      }
    }
  })
  return session
}

/**
 * @param {Entry} entry
 * @param {RacePlan} plan
 * @param {{ contract: import('./contract').Contract, directory: string }} options
 */
async function check (entry, { driver }, { contract, directory }) {
  const running = await startProgram(entry, directory)
  try {
    await running.whileAlive(assertAnswers(running.address, contract, { wholeUrl: findDriver(driver).wholeUrl }))
  } finally {
    await running.stop()
  }
}

/**
 * @param {Entry} entry
 * @param {RacePlan} plan
 * @param {{ path: string, directory: string }} options
 * @returns {Promise<Omit<RaceSample, 'subject' | 'mode' | 'round'>>}
 * @throws {Fault} when it does not start, or ends early
 */
async function measureOne (entry, { driver, connections, warmupSeconds, durationSeconds, steady }, { path, directory }) {
  const running = await startProgram(entry, directory)
  const drive = async (/** @type {Partial<Workload>} */ particulars) => {
    const workload = { path, connections, durationSeconds, ...particulars }
    const load = findDriver(driver, workload).drive(running.address, workload)
    try {
      return await running.whileAlive(load)
    } catch (err) {
      await load.catch(() => {}) // a load that outlives its server would disturb who comes next
      throw err
    }
  }
  try {
    await running.whileAlive(wait(IDLE_MS))
    const { rssBytes: idleRssBytes, processes } = running.usage()
    await drive({ durationSeconds: warmupSeconds })
    const { load, cpuMs, rssBytes, othersShare } = await watched(running, () => drive({}))
    const serverCpuShare = cpuMs / 1000 / load.seconds
    return {
      node: process.version,
      ...load,
      serverCpuUsPerRequest: 1000 * cpuMs / load.requests,
      serverCpuShare,
      loopUtilization: Math.min(1, serverCpuShare / entry.workers),
      othersShare,
      processes,
      idleRssBytes,
      rssBytes,
      steady: await drive({ durationSeconds: steady.durationSeconds, pace: { requestsPerSecond: steady.requestsPerSecond } })
    }
  } finally {
    await running.stop()
  }
}

/**
 * @param {RunningProgram} running
 * @param {() => Promise<Load>} drive
 * @returns {Promise<{ load: Load, cpuMs: number, rssBytes: number, othersShare: number }>} CPU time in the meantime, the most
 *   memory, and what neither the server nor the generator took of all cores, 0-1
 */
async function watched (running, drive) {
  const { cpuMs: before } = running.usage()
  const cores = coreTimes()
  let rssBytes = 0
  const look = setInterval(() => { rssBytes = Math.max(rssBytes, running.peek()?.rssBytes ?? 0) }, LOOK_EVERY_MS)
  try {
    const load = await drive()
    const after = running.usage()
    const cpuMs = after.cpuMs - before
    const { busyMs, idleMs } = coreTimes()
    const [busy, all] = [busyMs - cores.busyMs, busyMs - cores.busyMs + idleMs - cores.idleMs]
    const othersShare = Math.max(0, busy - cpuMs - 1000 * load.generatorCpuShare * load.seconds) / all
    return { load, cpuMs, rssBytes: Math.max(rssBytes, after.rssBytes), othersShare }
  } finally {
    clearInterval(look)
  }
}

module.exports = { race }
