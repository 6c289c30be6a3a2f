'use strict'

const os = require('os')
const { setTimeout: wait } = require('timers/promises')
const { findDriver } = require('../drivers')
const { Fault } = require('../fault')
const { coreTimes } = require('../machine')

/** @typedef {import('./records').Examination} Examination */
/** @typedef {import('./records').Reading} Reading */
/** @typedef {import('./records').Census} Census */

// Often enough to see what changes within a second; each reading takes a fraction of a millisecond.
const READ_EACH_MS = 100
// What is left of the duration is for two short loads, with memory and listeners counted before, between and after:
// counting takes time and throws compiled code away, so it stays out of the main load.
const MAIN_SHARE = 0.8
// A subject that has not been heard for so long after the load is held for good. Step 1 takes up to two seconds.
const HUNG_AFTER_MS = 20_000
const SETTLE_EACH_MS = 250 // what is open is listed anew
const SETTLE_READINGS = 12
const AT_REST = 0.2
const SPARE_TIMERS = 2 // Node's own, for connections
const OUTSIDE_EACH_MS = 250
const POOL_SIZE = 4 // libuv's, where UV_THREADPOOL_SIZE says nothing else

/**
 * Loads a running subject and takes its readings meanwhile.
 *
 * @param {import('../subject').RunningSubject} running
 * @param {import('../records').Workload} workload
 * @param {{ onProgress?: (fraction: number) => void }} [options]
 * @returns {Promise<Examination>} also where the subject ends early, or is held for good: that is an answer, too
 */
async function watch (running, workload, { onProgress = () => {} } = {}) {
  const driver = findDriver('autocannon', workload)
  const load = (/** @type {number} */ durationSeconds, /** @type {object} */ options) =>
    driver.drive(running.address, { ...workload, durationSeconds }, options)
  /** @type {Examination} */
  const examination = {
    node: process.version,
    cores: os.availableParallelism(),
    poolSize: Number(process.env.UV_THREADPOOL_SIZE) || POOL_SIZE,
    connections: workload.connections,
    load: null,
    readings: [],
    outside: [],
    censuses: [],
    ended: null
  }
  try {
    await mainLoad(running, examination, (options) => load(MAIN_SHARE * workload.durationSeconds, options), onProgress)
    const short = (1 - MAIN_SHARE) / 2 * workload.durationSeconds
    for (const pause of [short, short, 0]) {
      const calm = await settled(running, examination.readings[0])
      await heard(running.vitals('collect')) // buffers are given back a turn of the loop after they are found to be free
      const { requests, heapUsedBytes, externalBytes, crowds } = await heard(running.vitals('census'))
      examination.censuses.push({ requests, bytes: heapUsedBytes + externalBytes, crowds, calm })
      if (pause) await running.whileAlive(load(pause, {}))
    }
  } catch (err) {
    if (!(err instanceof Fault)) throw err
    examination.ended = { how: err instanceof Hung ? 'hung' : 'died', words: err.message }
  }
  return examination
}

/**
 * @param {import('../subject').RunningSubject} running
 * @param {Examination} examination takes what is seen
 * @param {(options: object) => Promise<import('../records').Load>} load
 * @param {(fraction: number) => void} onProgress
 */
async function mainLoad (running, examination, load, onProgress) {
  const loading = new AbortController()
  let answers = 0
  const read = async () => {
    const { unasked, ...pulse } = await running.vitals('pulse')
    for (const reading of [...unasked, pulse]) examination.readings.push({ ...withMachine(reading), answers })
  }
  await heard(read())
  const begun = performance.now()
  const note = intoQuarters(examination.outside, begun)
  const onAnswer = (/** @type {number} */ latencyMs, /** @type {number} */ status) => {
    answers++
    note(latencyMs, status)
  }
  const loaded = load({ onProgress, onAnswer })
    .then((result) => { examination.load = result })
    .finally(() => loading.abort())
  const reading = (async function () {
    // Not waiting for anything to happen: a reading is due at a point in time.
    for (; !loading.signal.aborted; await wait(READ_EACH_MS)) await read()
  })()
  reading.catch(() => {}) // heard of below
  await loaded
  await heard(reading)
}

/**
 * Waits until the last load is over for the subject, too: open connections, and requests that nobody waits for any more,
 * would be counted as memory that it keeps.
 *
 * @param {import('../subject').RunningSubject} running
 * @param {Reading} idle
 * @returns {Promise<boolean>} whether it came to rest
 */
async function settled (running, idle) {
  const busyUs = (/** @type {import('../records').Vitals} */ { cpuUserUs, cpuSystemUs }) => cpuUserUs + cpuSystemUs
  const open = (/** @type {Pick<Reading, 'resources'>} */ { resources }) => (resources.TCPSocketWrap ?? 0) + (resources.Timeout ?? 0)
  let before = await heard(running.vitals('pulse'))
  for (let i = 0; i < SETTLE_READINGS; i++) {
    await wait(SETTLE_EACH_MS)
    const now = await heard(running.vitals('pulse'))
    const cpuShare = (busyUs(now) - busyUs(before)) / 1000 / (now.atMs - before.atMs)
    if (open(now) <= open(idle) + SPARE_TIMERS && cpuShare < AT_REST) return true
    before = now
  }
  return false
}

class Hung extends Fault {}

/**
 * @template T
 * @param {Promise<T>} answer of the subject
 * @returns {Promise<T>}
 * @throws {Hung}
 */
async function heard (answer) {
  const limit = new AbortController()
  const silence = wait(HUNG_AFTER_MS, undefined, { signal: limit.signal }).then(() => {
    throw new Hung(`It has not been heard for ${HUNG_AFTER_MS / 1000} s: its event loop is held.`)
  })
  silence.catch(() => {})
  return Promise.race([answer, silence]).finally(() => limit.abort())
}

/**
 * @param {Omit<import('./records').Pulse, 'unasked'>} pulse
 */
function withMachine (pulse) {
  const { busyMs, idleMs } = coreTimes()
  const { user, system } = process.cpuUsage()
  return { ...pulse, hostBusyMs: busyMs, hostIdleMs: idleMs, generatorCpuUs: user + system }
}

/**
 * @param {import('./records').Outside[]} quarters of a second: takes what is seen
 * @param {number} begun when the load began
 * @returns {(latencyMs: number, status: number) => void} to be told of each answer
 */
function intoQuarters (quarters, begun) {
  return function (latencyMs, status) {
    const index = Math.floor((performance.now() - begun) / OUTSIDE_EACH_MS)
    while (quarters.length <= index) {
      quarters.push({ atMs: quarters.length * OUTSIDE_EACH_MS, answers: 0, refused: 0, latencyMeanMs: 0, latencyMaxMs: 0 })
    }
    const quarter = quarters[index]
    quarter.answers++
    if (status < 200 || status > 299) quarter.refused++
    quarter.latencyMeanMs += (latencyMs - quarter.latencyMeanMs) / quarter.answers
    quarter.latencyMaxMs = Math.max(quarter.latencyMaxMs, latencyMs)
  }
}

module.exports = { watch }
