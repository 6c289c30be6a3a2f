'use strict'

const os = require('os')
const { setTimeout: wait } = require('timers/promises')
const { PROBES } = require('../agent')
const { drive, findDriver } = require('../load/drivers')
const { OperationalError } = require('../util/errors')
const { watchInside } = require('../process/process-tree')
const { follow, readTelemetry } = require('../measurement/follow')
const { Hung } = require('../process/channel')
const { findingsOf, looksFor } = require('./findings')
const { look, prepare } = require('./profiling-pass')
const { toWindow } = require('./window')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../types/checkup').ListenerSnapshot} ListenerSnapshot */

const LISTENER_SNAPSHOT = PROBES.listeners
// Who puts the load on a process that was attached to.
const OTHERS = 'others'
const RESPONSE_TIMES = PROBES.responseTimes

// What is left of the duration is for two short loads, with memory and listeners counted before, between and after:
// counting takes time and throws compiled code away, so it stays out of the main load.
const MAIN_SHARE = 0.8
// Of a process that was attached to, the places are looked for in the rest of the duration.
const ATTACHED_SHARE = 0.7
// What is under way for so long after a load that is not measured is given up.
const GIVEN_UP_AFTER_MS = 2000
const SETTLE_EACH_MS = 250 // what is open is listed anew
const SETTLE_WITHIN_MS = 3000
const AT_REST = 0.2
const SPARE_TIMERS = 2 // Node's own, for connections

/**
 * Loads a running subject and takes its readings meanwhile.
 *
 * @param {import('../process/subject').RunningSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {{ onProgress?: (fraction: number) => void, places?: boolean }} [options] `places`: whether to look again for
 *   where what was found happens
 * @returns {Promise<Examination>} also where the subject ends early, or hangs
 */
async function watch (running, workload, { onProgress = () => {}, places = true } = {}) {
  const driver = findDriver('autocannon', workload)
  const load = (/** @type {number} */ durationSeconds, /** @type {object} */ options) =>
    drive(driver, running.address, { ...workload, durationSeconds }, options)
  const unmeasured = (/** @type {number} */ seconds) =>
    load(seconds, { signal: AbortSignal.timeout(Math.ceil(1000 * seconds) + GIVEN_UP_AFTER_MS) })
  const examination = begin(running, workload.connections)
  const inside = watchInside(running)
  try {
    if (places) await prepare(running)
    await follow(running, examination, (listeners) =>
      load(MAIN_SHARE * workload.durationSeconds, { ...listeners, onProgress })
    )
    examination.inside = inside()
    const short = ((1 - MAIN_SHARE) / 2) * workload.durationSeconds
    for (const pause of [short, short, 0]) {
      const calm = await settled(running, examination.readings[0])
      await running.processMetrics('collect') // buffers are given back a turn of the loop after they are found to be free
      const { requests, heapUsedBytes, externalBytes, listenerCounts } = await running.probe(LISTENER_SNAPSHOT)
      examination.snapshots.push({ requests, bytes: heapUsedBytes + externalBytes, listenerCounts, calm })
      if (pause) await running.whileAlive(unmeasured(pause))
    }
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    examination.ended = { how: err instanceof Hung ? 'hung' : 'died', words: err.message }
  }
  examination.poolSize = examination.readings[0]?.poolSize ?? NaN
  if (!places || examination.ended) return examination
  const window = toWindow(examination)
  const wanted = looksFor(findingsOf(window), window)
  if (wanted.length === 0) return examination
  const { durationSeconds } = workload
  return { ...examination, looks: await look(running, wanted, { durationSeconds, load: unmeasured }) }
}

/**
 * Waits until the last load is over for the subject, too: open connections, and requests that nobody waits for any
 * more, would be counted as memory that it keeps.
 *
 * @param {import('../process/subject').RunningSubject} running
 * @param {Reading} idle
 * @returns {Promise<boolean>} whether it came to rest
 */
async function settled (running, idle) {
  const busyUs = (/** @type {import('../types/pipeline').ProcessMetrics} */ { cpuUserUs, cpuSystemUs }) =>
    cpuUserUs + cpuSystemUs
  const open = (/** @type {Pick<Reading, 'resources'>} */ { resources }) =>
    (resources.TCPSocketWrap ?? 0) + (resources.Timeout ?? 0)
  let before = await readTelemetry(running)
  const untilMs = performance.now() + SETTLE_WITHIN_MS
  // Each reading of a server whose loop is blocked takes as long as the block.
  while (performance.now() < untilMs) {
    await wait(SETTLE_EACH_MS)
    const now = await readTelemetry(running)
    const cpuShare = (busyUs(now) - busyUs(before)) / 1000 / (now.atMs - before.atMs)
    if (open(now) <= open(idle) + SPARE_TIMERS && cpuShare < AT_REST) return true
    before = now
  }
  return false
}

/**
 * Takes the readings of a process that was attached to, while the traffic of others passes. Nothing is forced on it:
 * its heap is neither collected nor walked, so memory that grows and listeners that pile up are not counted.
 *
 * @param {import('../process/attach').AttachedSubject} running
 * @param {{ durationSeconds: number }} workload
 * @returns {Promise<{ examination: Examination, passed: import('../types/pipeline').PassedTraffic }>}
 * @throws {OperationalError} when the process ends meanwhile
 */
async function watchAttached (running, { durationSeconds }) {
  const load = async (/** @type {number} */ seconds) => toLoad(running, seconds)
  const examination = begin(running, 0)
  const inside = watchInside(running)
  const passed = await running.passing()
  await follow(running, examination, () => load(ATTACHED_SHARE * durationSeconds))
  examination.inside = inside()
  examination.poolSize = examination.readings[0].poolSize
  const window = toWindow(examination)
  // What is kept is told by what is there after a collection.
  const wanted = looksFor(findingsOf(window), window).filter((name) => name !== 'retained')
  const looks = wanted.length > 0 ? { looks: await look(running, wanted, { durationSeconds, load }) } : {}
  return { examination: { ...examination, ...looks }, passed: await passed() }
}

/**
 * The traffic of others, as if it were a load of ours, as far as the process can tell: not what got no answer.
 *
 * @param {import('../process/attach').AttachedSubject} running
 * @param {number} seconds
 * @returns {Promise<import('../types/pipeline').Load>}
 */
async function toLoad (running, seconds) {
  await running.probe(RESPONSE_TIMES, 'begin')
  const passed = await running.traffic(seconds)
  const { latencyMs } = await running.probe(RESPONSE_TIMES, 'end')
  return {
    driver: OTHERS,
    connections: 0,
    seconds: passed.seconds,
    requests: passed.requests,
    requestsPerSecond: passed.requestsPerSecond,
    bytesPerSecond: NaN,
    latencyMs: latencyMs ?? { mean: NaN, p50: NaN, p90: NaN, p99: NaN, max: NaN },
    non2xx: passed.non2xx,
    expected: 0,
    errors: 0,
    timeouts: 0,
    generatorCpuShare: 0,
    generatorUtilization: 0
  }
}

/**
 * @param {{ node: string }} running
 * @param {number} connections of our load
 * @returns {Examination} of which nothing has been seen yet
 */
function begin ({ node }, connections) {
  return {
    node,
    cores: os.availableParallelism(),
    poolSize: NaN,
    connections,
    load: null,
    readings: [],
    outside: [],
    snapshots: [],
    ended: null
  }
}

module.exports = { MAIN_SHARE, OTHERS, watch, watchAttached }
