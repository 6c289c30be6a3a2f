'use strict'

// A probe: runs inside the server under test, and reads its event loop, CPU time and open resources.

const { performance } = require('perf_hooks')
const v8 = require('v8')
const { outgoing } = require('./connections')
const { acceptsUpgrades, watchRequests } = require('../requests')
const { cpuTimesOf, runQueueWaitUs } = require('../../util/proc')

// Timer period, and the delay above which a tick is recorded as an event-loop block.
const TICK_MS = 10
const SHORTEST_BLOCK_MS = 20

// The time to list open resources grows with their number, so not every reading lists them.
const LIST_EACH_MS = 240
// A blocked event loop answers no read requests. After a response, take a reading if the last is older than this.
const PUSHED_AFTER_MS = 200

// Resource types whose work runs on the thread pool. Crypto and zlib are not listed.
const POOLED = /^(FSReq|GetAddrInfo|GetNameInfo)/

// Source of both numbers, and of how the variable is parsed: docs.libuv.org/en/v1.x/threadpool.html, src/threadpool.c
const POOL_SIZE = 4
const MOST_THREADS = 1024

// Calibration: runs until V8 has compiled the work, and runs that together take two milliseconds.
const WARM_AFTER = 500
const AT_ONCE = 20

const TEXT = JSON.stringify(
  Array.from({ length: 50 }, (_, id) => ({ id, url: `/page/${id}`, tags: ['a', 'b'], title: `Page ${id}` }))
)

/** @typedef {import('../../types/pipeline').Telemetry} Telemetry */

/**
 * Starts to watch the event loop, and returns the function that reads everything.
 *
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @param {{ gently?: boolean }} [how] `gently`: warm up in small steps, because the process serves other clients
 * @returns {(word: string) => import('../../types/pipeline').Telemetry | {}} returns a reading, at `list` with
 *   the resources open now; at `end`, stops and returns an empty object
 */
module.exports = function (processMetrics, { gently = false } = {}) {
  const pieceUs = calibration({ gently })
  const poolSize = poolSizeIn(process.env)
  const heapLimitBytes = v8.getHeapStatistics().heap_size_limit
  /** @type {number[]} */
  let blocksMs = []
  let tickedAtMs = performance.now()
  let observerMs = 0
  let seen = open()
  let listedAtMs = performance.now()
  let readAtMs = listedAtMs
  /** @type {Omit<Telemetry, 'pushed'>[]} */
  let pushed = []
  function tick () {
    const now = performance.now()
    const lateMs = now - tickedAtMs - TICK_MS
    tickedAtMs = now
    if (lateMs > SHORTEST_BLOCK_MS) blocksMs.push(lateMs)
  }
  const timer = setInterval(tick, TICK_MS).unref()

  function pushIfLate () {
    if (performance.now() - readAtMs > PUSHED_AFTER_MS) pushed.push(read())
  }
  const endRequests = watchRequests({ finished: pushIfLate })

  /** @param {boolean} [lists] whether to list the open resources in any case */
  function read (lists = false) {
    const begun = performance.now()
    readAtMs = begun
    if (lists || begun - listedAtMs > LIST_EACH_MS) {
      seen = open()
      listedAtMs = begun
    }
    const telemetry = {
      ...processMetrics({ collect: false, reset: false }),
      ...mainThread(),
      pieceUs: pieceUs(),
      blocksMs,
      ...seen,
      poolSize,
      heapLimitBytes,
      observerMs
    }
    blocksMs = []
    // Doubled: serialising and sending a reading costs about as much again.
    observerMs += 2 * (performance.now() - begun)
    return telemetry
  }

  function end () {
    clearInterval(timer)
    endRequests()
    return {}
  }

  return function (word) {
    if (word === 'end') return end()
    tick() // a reading is often taken at the end of the turn that blocked the loop, before the timer runs
    const telemetry = { pushed, ...read(word === 'list') }
    pushed = []
    return telemetry
  }
}

/**
 * libuv reads the variable at first use of its thread pool, so a server may still set it at start-up.
 *
 * @param {NodeJS.ProcessEnv} env of the server
 * @returns {number} number of threads in the pool
 */
function poolSizeIn ({ UV_THREADPOOL_SIZE: text }) {
  if (text === undefined) return POOL_SIZE
  const asked = Number.parseInt(text) || 1
  return asked < 0 ? MOST_THREADS : Math.min(asked, MOST_THREADS)
}

function open () {
  /** @type {Record<string, number>} */
  const resources = {}
  let poolRequests = 0
  const names = process.getActiveResourcesInfo() // from the server's context, which may have patched its arrays
  for (let i = 0; i < names.length; i++) {
    resources[names[i]] = (resources[names[i]] ?? 0) + 1
    if (POOLED.test(names[i])) poolRequests++
  }
  return { poolRequests, resources, queuedBytes: queuedBytes(), acceptsUpgrades: acceptsUpgrades() }
}

/** @returns {number} bytes that wait to be sent to other servers */
function queuedBytes () {
  let bytes = 0
  for (const { writableLength } of outgoing()) bytes += writableLength
  return bytes
}

/** @type {{ waitedUs: number | null, times: ReturnType<typeof cpuTimesOf> }} */
const last = { waitedUs: null, times: null }

/**
 * Reads CPU time of the main thread: from `process.threadCpuUsage` (Node 22.19 and 23.9) or else from Linux. Without a
 * free file descriptor, the last values are repeated.
 */
function mainThread () {
  const { threadCpuUsage } = /** @type {any} */ (process)
  const thread = `self/task/${process.pid}`
  const mainWaitedUs = (last.waitedUs = runQueueWaitUs(thread) ?? last.waitedUs)
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process)
    return { mainUserUs: user, mainSystemUs: system, mainWaitedUs }
  }
  const times = (last.times = cpuTimesOf(thread) ?? last.times)
  return { mainUserUs: times && 1000 * times.userMs, mainSystemUs: times && 1000 * times.systemMs, mainWaitedUs }
}

/** Typical work of a server: text, objects, a little garbage. */
function pieceOfWork () {
  const pages = new Map()
  for (const { id, url, tags, title } of JSON.parse(TEXT)) pages.set(url, `${tags.join()} ${title} ${id}`)
  return JSON.stringify([...pages])
}

/**
 * Calibrates for the speed of the machine. The work is always the same, so only the machine can make it slower. It
 * runs once per reading, with the caches as the server left them, as the server's own work does.
 *
 * @param {{ gently: boolean }} how `gently`: warm up in small steps, one per event-loop turn
 * @returns {() => number} a function that runs the work and returns its wall time, in µs
 */
function calibration ({ gently }) {
  warmUp(WARM_AFTER, gently ? AT_ONCE : WARM_AFTER)
  return function () {
    const begun = performance.now()
    pieceOfWork()
    return 1000 * (performance.now() - begun)
  }
}

/**
 * Runs the work until V8 has compiled it.
 *
 * @param {number} pieces
 * @param {number} atOnce
 */
function warmUp (pieces, atOnce) {
  for (let i = 0; i < atOnce; i++) pieceOfWork()
  if (pieces > atOnce) setImmediate(warmUp, pieces - atOnce, atOnce).unref()
}
