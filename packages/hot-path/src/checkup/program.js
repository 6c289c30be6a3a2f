'use strict'

// Check-up of a program without load. The program may end at any moment, so profiling starts with its first line, and
// runs while the program is judged.

const os = require('os')
const { PROBES } = require('../agent')
const { once } = require('../measurement/cpu-sampling')
const { TELEMETRY, toReadings } = require('../measurement/follow')
const { busyShare } = require('../source/stacks')
const { memoryLimitOf } = require('../util/control-group')
const { NO_GENERATOR } = require('./conditions')

/** @typedef {import('../types/checkup').Examination} Examination */
/** @typedef {import('../process/program').Program} Program */

/**
 * Facts about a program beside its examination.
 *
 * @typedef {object} OfProgram
 * @property {boolean} byItself whether the program ended before hot-path stopped it
 * @property {number[]} bytes memory in use after garbage collection: after one third of the duration, after two thirds,
 *   and at the end; empty if the program did not run, or did not answer, for that long
 */

const CPU = PROBES.programCpu
const HEAP = PROBES.heap
const SCRIPTS = PROBES.programScripts
const WAITS = PROBES.programWaits
const READ_EACH_MS = 100
const THIRDS = 3
// The heap of a healthy program varies by this much between two collections: see checkup/findings/memory-growth.js.
const LEAST_BYTES = 500_000

/**
 * The waits probe starts last, so that it does not record operations of the other probes.
 *
 * @type {import('../types/agent').WatchedFromStart[]}
 */
const FROM_START = [
  { file: TELEMETRY, first: 'read', last: 'read' },
  { file: CPU, first: 'begin', last: 'end' },
  { file: HEAP, first: 'all', last: 'end' },
  { file: SCRIPTS, first: 'begin', last: 'end' },
  { file: WAITS, first: 'begin', last: 'end' }
]

/**
 * @param {Program} program
 * @param {{ durationSeconds: number }} options
 * @returns {Promise<{ examination: Examination & { program: OfProgram }, seen: import('../process/program').Seen }>}
 */
async function watchProgram (program, { durationSeconds }) {
  const [began] = toReadings(NONE, 0)
  /** @type {import('../types/pipeline').Reading[]} */
  const readings = []
  const grown = await followed(program, { durationSeconds, readings })
  const threads = (await program.ask(CPU, 'threads')) ?? { answered: [], silent: [] }
  const seen = await program.seen()
  const { first, readings: last, inside, passed, end } = seen
  const cpu = { ...last[CPU], cpuMs: null, threads: threads.answered, silent: threads.silent }
  const all = [{ ...began, ...first[TELEMETRY] }, ...readings, ...toReadings(last[TELEMETRY], 0)]
  const loopUtilization = busyShare(cpu.profile)
  const { allocations, retained, bytes } = memoryOf(grown, { first: first[HEAP], last: last[HEAP] })
  const examination = {
    node: program.running.node,
    cores: os.availableParallelism(),
    poolSize: all[0].poolSize,
    connections: 0,
    memoryLimitBytes: memoryLimitOf(program.running.pid),
    load: toLoad({ ...passed, loopUtilization }),
    readings: withIdleOf(all, cpu),
    isWhole: end.byItself,
    outside: [],
    alone: null,
    snapshots: [],
    later: [],
    inside,
    ended: null,
    looks: {
      seconds: passed.seconds,
      load: null,
      failed: null,
      cpu: once({ ...cpu, served: passed.requests }),
      allocations,
      ...(retained && { retained }),
      waits: once({ ...last[WAITS], served: passed.requests })
    },
    program: { byItself: end.byItself, bytes }
  }
  return { examination, seen: { ...seen, passed: { ...passed, loopUtilization } } }
}

/** @type {any} telemetry of which only the machine's figures are used */
const NONE = { pushed: [] }

/**
 * @typedef {object} Grown
 * @property {any} allocations
 * @property {any} before heap metrics when sampling of retained memory started
 * @property {number[]} bytes memory in use after one third and after two thirds of the duration
 */

/**
 * Takes metrics snapshots until the program ends, or its time is over, and meanwhile checks whether its memory grows.
 *
 * @param {Program} program
 * @param {{ durationSeconds: number, readings: import('../types/pipeline').Reading[] }} options
 * @returns {Promise<Grown>}
 */
async function followed (program, { durationSeconds, readings }) {
  const third = durationSeconds / THIRDS
  const watching = new AbortController()
  const { signal } = watching
  const reading = (async function () {
    // A fixed interval, not a wait for an event: snapshots are periodic.
    while (!signal.aborted && (await program.runsFor(READ_EACH_MS / 1000))) {
      const telemetry = signal.aborted ? null : await program.ask(TELEMETRY, 'read', durationSeconds)
      if (telemetry && !signal.aborted) readings.push(...toReadings(telemetry, 0))
    }
  })()
  const grown = { allocations: null, before: null, bytes: [] }
  // Do not wait for the last snapshot: a busy program answers late. Errors of the snapshot loop are still thrown.
  await Promise.race([watchMemory(program, third, grown), reading.then(() => new Promise(() => {}))])
  watching.abort()
  return grown
}

/**
 * @param {Program} program
 * @param {number} third a third of the duration, in seconds
 * @param {any} grown receives the results
 */
async function watchMemory (program, third, grown) {
  const untilMs = performance.now() + 1000 * third * THIRDS
  const left = () => Math.max(0, (untilMs - performance.now()) / 1000)
  for (let i = 1; i < THIRDS && (await program.runsFor(Math.max(0, left() - third * (THIRDS - i)))); i++) {
    const metrics = await program.collected(left())
    if (metrics) grown.bytes.push(metrics.heapUsedBytes + metrics.externalBytes)
  }
  if (grown.bytes.length === THIRDS - 1 && grown.bytes[1] - grown.bytes[0] >= LEAST_BYTES) {
    grown.allocations = await program.ask(HEAP, 'end', left())
    if (grown.allocations) grown.before = await program.ask(HEAP, 'kept', left())
  }
  await program.runsFor(left())
}

/**
 * @param {Grown} grown
 * @param {{ first: any, last: any }} readings of the heap probe
 */
function memoryOf ({ allocations, before, bytes }, { first, last }) {
  const { requests, heapUsedBytes, externalBytes } = last.metrics
  const all = allocations ?? last
  return {
    allocations: once({ ...all, before: first, served: all.metrics.requests }),
    retained: before && once({ ...last, before, served: requests - before.metrics.requests }),
    bytes: bytes.length === THIRDS - 1 ? [...bytes, heapUsedBytes + externalBytes] : []
  }
}

/**
 * Describes the observed traffic, if any, as a load.
 *
 * @param {import('../types/pipeline').PassedTraffic} passed
 * @returns {import('../types/pipeline').Load}
 */
function toLoad ({ seconds, requests, requestsPerSecond, non2xx }) {
  return {
    driver: NO_GENERATOR,
    connections: 0,
    seconds,
    requests,
    requestsPerSecond,
    bytesPerSecond: NaN,
    latencyMs: { mean: NaN, p50: NaN, p90: NaN, p99: NaN, max: NaN },
    non2xx,
    expected: 0,
    errors: 0,
    timeouts: 0,
    generatorCpuShare: 0,
    generatorUtilization: 0
  }
}

const IDLE = '(idle)'

/** @typedef {import('../types/pipeline').Reading} Reading */
/** @typedef {import('../types/source').CpuProfile} CpuProfile */

/**
 * Takes the idle time from the CPU profile: the profiler's signals wake the event loop, so Node counts hardly any.
 *
 * @param {Reading[]} readings in chronological order
 * @param {{ profile: CpuProfile, beganAtMs: number }} cpu `beganAtMs`: on the clock of the readings
 * @returns {Reading[]} the same, with the idle time of the profile
 */
function withIdleOf (readings, { profile, beganAtMs }) {
  const { nodes, samples, timeDeltas } = profile
  const idle = new Set(nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === IDLE ? [id] : [])))
  let [next, atMs, idleMs] = [0, beganAtMs, 0]
  return readings.map(function (reading) {
    // The time between two samples belongs to the earlier one.
    for (; next < samples.length && atMs < reading.atMs; next++) {
      const ms = Math.max(0, timeDeltas[next]) / 1000
      if (next > 0 && idle.has(samples[next - 1])) idleMs += ms
      atMs += ms
    }
    return { ...reading, loopIdleMs: idleMs, loopActiveMs: reading.atMs - idleMs }
  })
}

module.exports = { FROM_START, LEAST_BYTES, watchProgram, withIdleOf }
