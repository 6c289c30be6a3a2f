'use strict'

// Part of preload.js: runs inside the subject, during a check-up only.

const fs = require('fs')
const { performance } = require('perf_hooks')

// A timer that comes later than this tells how long the loop was held.
const TICK_MS = 10
const SHORTEST_BLOCK_MS = 20

// Listing what is open takes as long as there is much of it: with every fifth reading only.
const OPEN_EACH = 5

// What Node calls a request that the thread pool works on: FSReqCallback, FSReqPromise, GetAddrInfoReqWrap,
// PBKDF2Request, ScryptRequest, RandomBytesRequest, ...
const POOLED = /^(FSReq|GetAddrInfo|GetNameInfo)|(Request|Job)$/

/**
 * Begins to watch the event loop, and gives the function that reads everything.
 *
 * @param {() => import('../records').Vitals} vitals
 * @returns {() => import('./records').Pulse}
 */
module.exports = function (vitals) {
  /** @type {number[]} */
  let blocksMs = []
  let tickedAtMs = performance.now()
  let observerMs = 0
  let count = 0
  let seen = open()
  function tick () {
    const now = performance.now()
    const lateMs = now - tickedAtMs - TICK_MS
    tickedAtMs = now
    if (lateMs > SHORTEST_BLOCK_MS) blocksMs.push(lateMs)
  }
  setInterval(tick, TICK_MS).unref()

  return function () {
    const begun = performance.now()
    tick() // a reading often comes at the end of the very turn that held the loop, before the timer
    if (count++ % OPEN_EACH === 0) seen = open()
    const pulse = { ...vitals(), ...mainThread(), blocksMs, ...seen, observerMs }
    blocksMs = []
    // Once more as much, to write it down and send it. See docs/checkup.md for the same from outside.
    observerMs += 2 * (performance.now() - begun)
    return pulse
  }
}

function open () {
  /** @type {Record<string, number>} */
  const resources = {}
  let poolRequests = 0
  for (const name of process.getActiveResourcesInfo()) {
    resources[name] = (resources[name] ?? 0) + 1
    if (POOLED.test(name)) poolRequests++
  }
  return { poolRequests, resources }
}

/**
 * CPU of this thread alone: from Node where it can (`process.threadCpuUsage`, Node 22.19 and 23.9), else from Linux.
 */
function mainThread () {
  const { threadCpuUsage } = /** @type {any} */ (process)
  const task = `/proc/self/task/${process.pid}`
  const [, waitedNs] = (readText(`${task}/schedstat`) ?? '').split(' ').map(Number)
  const mainWaitedUs = Number.isFinite(waitedNs) ? waitedNs / 1000 : null
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process)
    return { mainUserUs: user, mainSystemUs: system, mainWaitedUs }
  }
  // man 5 proc: utime and stime are fields 14 and 15, in hundredths of a second; the name in field 2 may have spaces.
  const fields = readText(`${task}/stat`)?.replace(/^.*\) /s, '').split(' ').map(Number)
  if (!fields) return { mainUserUs: null, mainSystemUs: null, mainWaitedUs }
  return { mainUserUs: 1e4 * fields[11], mainSystemUs: 1e4 * fields[12], mainWaitedUs }
}

/** @param {string} file */
function readText (file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null // no Linux
  }
}
