'use strict'

// A probe: runs inside the subject, while it is followed.

const diagnostics = require('diagnostics_channel')
const { performance } = require('perf_hooks')
const { cpuTimesOf, runQueueWaitUs } = require('../../util/proc')
const { calibration } = require('./calibration')

const FINISHED = 'http.server.response.finish'

// A timer that comes later than this tells how long the loop was blocked.
const TICK_MS = 10
const SHORTEST_BLOCK_MS = 20

// Listing what is open takes as long as there is much of it: not with every reading.
const LIST_EACH_MS = 240
// A loop that is blocked answers no questions. So a reading is taken while it serves, too, when none was for so long.
const PUSHED_AFTER_MS = 200

// What Node calls a request that the thread pool works on. Crypto and zlib are not on the list.
const POOLED = /^(FSReq|GetAddrInfo|GetNameInfo)/

// Source of both numbers, and of what counts as a number: docs.libuv.org/en/v1.x/threadpool.html, src/threadpool.c
const POOL_SIZE = 4
const MOST_THREADS = 1024

/** @typedef {import('../../types/pipeline').Telemetry} Telemetry */

/**
 * Begins to watch the event loop, and gives the function that reads everything.
 *
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @param {{ gently?: boolean }} [how] `gently`: others use the process
 * @returns {(word: string) => import('../../types/pipeline').Telemetry | {}} nothing at the word `end`, at which it
 *   ends
 */
module.exports = function (processMetrics, { gently = false } = {}) {
  const pieceUs = calibration({ gently })
  const poolSize = poolSizeIn(process.env)
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
  diagnostics.subscribe(FINISHED, pushIfLate)

  function read () {
    const begun = performance.now()
    readAtMs = begun
    if (begun - listedAtMs > LIST_EACH_MS) {
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
      observerMs
    }
    blocksMs = []
    // Once more as much, to write it down and send it.
    observerMs += 2 * (performance.now() - begun)
    return telemetry
  }

  function end () {
    clearInterval(timer)
    diagnostics.unsubscribe(FINISHED, pushIfLate)
    return {}
  }

  return function (word) {
    if (word === 'end') return end()
    tick() // it often comes at the end of the very turn that blocked the loop, before the timer
    const telemetry = { pushed, ...read() }
    pushed = []
    return telemetry
  }
}

/**
 * libuv reads the variable when the pool is first used, so a server may still set it when it starts.
 *
 * @param {NodeJS.ProcessEnv} env of the server
 * @returns {number} threads of its pool
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
  const names = process.getActiveResourcesInfo() // of the server's realm, whose arrays it may have changed
  for (let i = 0; i < names.length; i++) {
    resources[names[i]] = (resources[names[i]] ?? 0) + 1
    if (POOLED.test(names[i])) poolRequests++
  }
  return { poolRequests, resources }
}

/**
 * CPU of this thread alone: from Node where it can (`process.threadCpuUsage`, Node 22.19 and 23.9), else from Linux.
 */
function mainThread () {
  const { threadCpuUsage } = /** @type {any} */ (process)
  const thread = `self/task/${process.pid}`
  const mainWaitedUs = runQueueWaitUs(thread)
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process)
    return { mainUserUs: user, mainSystemUs: system, mainWaitedUs }
  }
  const times = cpuTimesOf(thread)
  return { mainUserUs: times && 1000 * times.userMs, mainSystemUs: times && 1000 * times.systemMs, mainWaitedUs }
}
