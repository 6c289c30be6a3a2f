'use strict'

const { setTimeout: wait } = require('timers/promises')
const { PROBES } = require('../agent')
const { coreTimes } = require('../util/machine')

/** @typedef {import('../types/pipeline').Seen} Seen */

const TELEMETRY = PROBES.telemetry

// Often enough to see what changes within a second; each reading takes a fraction of a millisecond.
const READ_EACH_MS = 100
const OUTSIDE_EACH_MS = 250

/**
 * Takes readings of a running subject, from inside and from outside, while a load goes on.
 *
 * @param {Pick<import('../process/subject').RunningSubject, 'probe'>} running
 * @param {Seen} seen takes what is seen, so that it is there when the subject ends early
 * @param {(listeners: import('../types/load').Listeners) => Promise<import('../types/pipeline').Load>} load
 * @throws {import('../util/errors').OperationalError} when the subject ends; a Hung when it is not heard any
 *   more
 */
async function follow (running, seen, load) {
  const loading = new AbortController()
  const failed = new AbortController()
  let answers = 0
  const read = async () => {
    seen.readings.push(...toReadings(await readTelemetry(running), answers))
  }
  await read()
  const begun = performance.now()
  const note = intoQuarters(seen.outside, begun)
  const onAnswer = (/** @type {number} */ latencyMs, /** @type {number} */ status) => {
    answers++
    note(latencyMs, status)
  }
  const loaded = load({ onAnswer, signal: failed.signal })
    .then((result) => {
      seen.load = result
    })
    .finally(() => loading.abort())
  const reading = (async function () {
    // Not waiting for anything to happen: a reading is due at a point in time.
    for (; !loading.signal.aborted; await wait(READ_EACH_MS)) await read()
  })()
  reading.catch(() => failed.abort()) // nobody loads a server that is not heard any more
  await Promise.allSettled([loaded])
  await reading
  await loaded
}

/**
 * @param {Pick<import('../process/subject').RunningSubject, 'probe'>} running
 * @returns {Promise<import('../types/pipeline').Telemetry>}
 */
async function readTelemetry (running) {
  return running.probe(TELEMETRY)
}

/**
 * @param {import('../types/pipeline').Telemetry} telemetry that has just come
 * @param {number} answers until now
 * @returns {import('../types/pipeline').Reading[]}
 */
function toReadings ({ pushed, ...telemetry }, answers) {
  const { busyMs, idleMs } = coreTimes()
  const { user, system } = process.cpuUsage()
  const machine = { hostBusyMs: busyMs, hostIdleMs: idleMs, generatorCpuUs: user + system }
  return [...pushed, telemetry].map((reading) => ({ ...reading, ...machine, answers }))
}

/**
 * @param {import('../types/pipeline').Outside[]} quarters of a second: takes what is seen
 * @param {number} begun when the load began
 * @returns {(latencyMs: number, status: number) => void} to be told of each answer
 */
function intoQuarters (quarters, begun) {
  return function (latencyMs, status) {
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
    quarter.answers++
    if (status < 200 || status > 299) quarter.refused++
    quarter.latencyMeanMs += (latencyMs - quarter.latencyMeanMs) / quarter.answers
    quarter.latencyMaxMs = Math.max(quarter.latencyMaxMs, latencyMs)
  }
}

/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../types/pipeline').Outside} Outside */
/** @typedef {[seconds: number, value: number]} Point since the load began */

/**
 * What was seen while a load went on, over its seconds, one point for each two readings.
 *
 * @param {Pick<import('../types/pipeline').Seen, 'readings' | 'outside'>} seen
 * @returns {Record<string, Point[]>} by name; empty where there is nothing to draw
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
 * @returns {Point} with the digits that a picture can show
 */
function point (x, y) {
  return [+x.toFixed(2), +y.toPrecision(4)]
}

module.exports = { follow, readTelemetry, seriesOf, TELEMETRY, toReadings }
