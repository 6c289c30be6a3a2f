'use strict'

// Part of preload.js: runs inside the subject, during a check-up only.

const diagnostics = require('diagnostics_channel')
const fs = require('fs')
const { performance } = require('perf_hooks')
const { yardstick } = require('./yardstick')

// A timer that comes later than this tells how long the loop was held.
const TICK_MS = 10
const SHORTEST_BLOCK_MS = 20

// Listing what is open takes as long as there is much of it: not with every reading.
const LIST_EACH_MS = 240
// A loop that is held answers no questions. So a reading is taken while it serves, too, when none was for so long.
const UNASKED_AFTER_MS = 200

// What Node calls a request that the thread pool works on. Crypto and zlib are not on the list.
const POOLED = /^(FSReq|GetAddrInfo|GetNameInfo)/

/** @typedef {import('./records').Pulse} Pulse */

/**
 * Begins to watch the event loop, and gives the function that reads everything.
 *
 * @param {() => import('../records').Vitals} vitals
 * @returns {() => import('./records').Pulse}
 */
module.exports = function (vitals) {
  const pieceUs = yardstick()
  /** @type {number[]} */
  let blocksMs = []
  let tickedAtMs = performance.now()
  let observerMs = 0
  let seen = open()
  let listedAtMs = performance.now()
  let readAtMs = listedAtMs
  /** @type {Omit<Pulse, 'unasked'>[]} */
  let unasked = []
  function tick () {
    const now = performance.now()
    const lateMs = now - tickedAtMs - TICK_MS
    tickedAtMs = now
    if (lateMs > SHORTEST_BLOCK_MS) blocksMs.push(lateMs)
  }
  setInterval(tick, TICK_MS).unref()

  diagnostics.subscribe('http.server.response.finish', function () {
    if (performance.now() - readAtMs > UNASKED_AFTER_MS) unasked.push(read())
  })

  function read () {
    const begun = performance.now()
    readAtMs = begun
    if (begun - listedAtMs > LIST_EACH_MS) {
      seen = open()
      listedAtMs = begun
    }
    const pulse = { ...vitals(), ...mainThread(), pieceUs: pieceUs(), blocksMs, ...seen, observerMs }
    blocksMs = []
    // Once more as much, to write it down and send it.
    observerMs += 2 * (performance.now() - begun)
    return pulse
  }

  return function () {
    tick() // it often comes at the end of the very turn that held the loop, before the timer
    const pulse = { unasked, ...read() }
    unasked = []
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
