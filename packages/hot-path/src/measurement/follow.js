'use strict'

const { setTimeout: wait } = require('timers/promises')
const { PROBES } = require('../agent')
const { drive, findDriver } = require('../load/drivers')
const { toWorkload } = require('../load/workload')
const { start } = require('../process/subject')
const { OperationalError } = require('../util/errors')
const { quotaOf } = require('../util/control-group')
const { coreTimes } = require('../util/machine')

/** @typedef {import('../types/pipeline').Seen} Seen */

const TELEMETRY = PROBES.telemetry

// Frequent enough to show changes within a second; each snapshot takes a fraction of a millisecond.
const READ_EACH_MS = 100
const OUTSIDE_EACH_MS = 250

/**
 * Records metrics snapshots of a running server, and its responses as the load generator sees them, during a load.
 *
 * @param {Pick<import('../process/subject').RunningSubject, 'probe' | 'pid'>} running
 * @param {Seen} seen receives the data, which is thus available if the server ends early
 * @param {(listeners: import('../types/load').Listeners) => Promise<import('../types/pipeline').Load>} load
 * @param {() => boolean} [isEnough] called after each snapshot; once true, the load ends early
 * @throws {import('../util/errors').OperationalError} if the server ends; `Hung` if it becomes unresponsive
 */
async function follow (running, seen, load, isEnough = () => false) {
  const loading = new AbortController()
  const failed = new AbortController()
  const enough = new AbortController()
  const quota = quotaOf(running.pid)
  let answers = 0
  let generatorCpuUs = 0
  const read = async () => {
    const readings = toReadings(await readTelemetry(running), answers, quota())
    seen.readings.push(...readings.map((one) => ({ ...one, generatorCpuUs: one.generatorCpuUs + generatorCpuUs })))
  }
  await read()
  const begun = performance.now()
  const note = intoQuarters(seen.outside, begun)
  const onAnswer = (/** @type {number} */ latencyMs, /** @type {number} */ status, count = 1) => {
    answers += count
    note(latencyMs, status, count)
  }
  const onCpu = (/** @type {number} */ us) => { generatorCpuUs = us }
  const loaded = load({ onAnswer, onCpu, signal: failed.signal, until: enough.signal })
    .then((result) => {
      seen.load = result
    })
    .finally(() => loading.abort())
  const reading = (async function () {
    // A fixed interval, not polling: each snapshot is due at a point in time.
    for (; !loading.signal.aborted; await wait(READ_EACH_MS)) {
      await read()
      if (!enough.signal.aborted && isEnough()) enough.abort()
    }
  })()
  reading.catch(() => failed.abort()) // stop the load when snapshots stop arriving
  await Promise.allSettled([loaded])
  await reading
  await loaded
}

/**
 * @param {Pick<import('../process/subject').RunningSubject, 'probe'>} running
 * @param {'read' | 'list'} [word] `list`: with the resources that are open now, and not up to a quarter of a second ago
 * @returns {Promise<import('../types/pipeline').Telemetry>}
 */
async function readTelemetry (running, word = 'read') {
  return running.probe(TELEMETRY, word)
}

/**
 * @param {import('../types/pipeline').Telemetry} telemetry that has just arrived
 * @param {number} answers responses so far
 * @param {import('../types/pipeline').Reading['quota']} [quota]
 * @returns {import('../types/pipeline').Reading[]}
 */
function toReadings ({ pushed, ...telemetry }, answers, quota = null) {
  const { busyMs, idleMs } = coreTimes()
  const { user, system } = process.cpuUsage()
  const machine = { hostBusyMs: busyMs, hostIdleMs: idleMs, generatorCpuUs: user + system, quota }
  return [...pushed, telemetry].map((reading) => ({ ...reading, ...machine, answers }))
}

/**
 * @param {import('../types/pipeline').Outside[]} quarters receives one entry for each quarter of a second
 * @param {number} begun start of the load (`performance.now()`)
 * @returns {(latencyMs: number, status: number, count: number) => void} listener to call for one or several responses
 */
function intoQuarters (quarters, begun) {
  return function (latencyMs, status, count) {
    const index = Math.floor((performance.now() - begun) / OUTSIDE_EACH_MS)
    while (quarters.length <= index) {
      quarters.push({
        atMs: quarters.length * OUTSIDE_EACH_MS,
        answers: 0,
        refused: 0,
        latencyMeanMs: 0,
        latencyMaxMs: 0
      })
    }
    const quarter = quarters[index]
    quarter.answers += count
    if (status < 200 || status > 299) quarter.refused += count
    quarter.latencyMeanMs += (count * (latencyMs - quarter.latencyMeanMs)) / quarter.answers
    quarter.latencyMaxMs = Math.max(quarter.latencyMaxMs, latencyMs)
  }
}

/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../types/pipeline').Outside} Outside */
/** @typedef {[seconds: number, value: number]} Point time since the start of the load */

/**
 * Returns time series of a load. Server metrics have one point per pair of consecutive snapshots; latencies and
 * response rates have one per quarter of a second.
 *
 * @param {Pick<import('../types/pipeline').Seen, 'readings' | 'outside'>} seen
 * @returns {Record<string, Point[]>} by name; empty if there are fewer than two snapshots
 */
function seriesOf ({ readings, outside }) {
  if (readings.length < 2) return {}
  const [begin] = readings
  const inside = (/** @type {(before: Reading, after: Reading) => number} */ value) =>
    readings
      .slice(1)
      .map((reading, i) => point((reading.atMs - begin.atMs) / 1000, value(readings[i], reading)))
      .filter(([, y]) => Number.isFinite(y))
  const seen = (/** @type {(quarter: Outside) => number} */ value) =>
    outside.map((quarter) => point(quarter.atMs / 1000, value(quarter)))
  const share = (/** @type {(reading: Reading) => number} */ ms) =>
    inside((before, after) => (ms(after) - ms(before)) / (after.atMs - before.atMs))
  return {
    latencyMeanMs: seen(({ latencyMeanMs }) => latencyMeanMs),
    latencyMaxMs: seen(({ latencyMaxMs }) => latencyMaxMs),
    answersPerSecond: seen(({ answers }) => 4 * answers),
    cpuUsPerRequest: inside(
      (before, after) => (1000 * (cpuMs(after) - cpuMs(before))) / (after.requests - before.requests)
    ),
    loopShare: share(({ loopActiveMs }) => loopActiveMs),
    cpuShare: share(cpuMs),
    gcShare: share(({ gcMs }) => gcMs),
    blockedMs: inside((_, { blocksMs }) => Math.max(0, ...blocksMs)),
    rssMb: inside((_, { rssBytes }) => rssBytes / 1e6),
    heapMb: inside((_, { heapUsedBytes }) => heapUsedBytes / 1e6),
    buffersMb: inside((_, { externalBytes }) => externalBytes / 1e6)
  }
}

/** @param {Reading} reading */
function cpuMs ({ cpuUserUs, cpuSystemUs }) {
  return (cpuUserUs + cpuSystemUs) / 1000
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Point} rounded to the precision of a chart
 */
function point (x, y) {
  return [+x.toFixed(2), +y.toPrecision(4)]
}

/**
 * Records a timeline of a server under one load, in a fresh process.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ connections: number, durationSeconds: number }} asked
 * @param {string} directory for the server's output
 * @returns {Promise<import('../types/comparison').Timeline>} also if the server ends early; `ended` then says why
 * @throws {OperationalError} if it does not start
 */
async function timeline (subject, asked, directory) {
  const workload = toWorkload(subject, asked)
  const driver = findDriver('built-in', workload) // wrk does not report single responses
  const running = await start(subject, { directory, processMetrics: true })
  /** @type {Seen} */
  const seen = { load: null, readings: [], outside: [] }
  let ended = null
  try {
    await follow(running, seen, (listeners) => drive(driver, running.address, workload, listeners))
    await running.stop().catch(() => {}) // the data is complete; a failure to stop does not matter
  } catch (err) {
    if (!(err instanceof OperationalError)) throw err
    ended = err.message
  } finally {
    await running.kill()
  }
  return { subject: subject.id, series: seriesOf(seen), ended }
}

module.exports = { TELEMETRY, follow, readTelemetry, seriesOf, timeline, toReadings }
