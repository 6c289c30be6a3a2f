'use strict'

// Part of preload.js: runs inside the subject.

const { performance } = require('perf_hooks')

// How often the event loop is asked whether it is free.
const TICK_MS = 10

/**
 * How late the event loop is.
 *
 * Node's own `monitorEventLoopDelay` loses the tick that is under way when it is reset, and with it a block that begins
 * right then. Here the time since the last tick counts, whenever it is read. A block is seen shorter than it was by up
 * to one tick: it begins while the tick is not due yet.
 *
 * @returns {{ readMaxMs: () => number, reset: () => void, end: () => void }} the longest delay since the last reset, in
 *   milliseconds
 */
module.exports = function () {
  let maxMs = 0
  let tickedAt = performance.now()
  function tick () {
    const now = performance.now()
    maxMs = Math.max(maxMs, now - tickedAt - TICK_MS)
    tickedAt = now
  }
  const timer = setInterval(tick, TICK_MS).unref()
  return {
    readMaxMs () {
      tick()
      return maxMs
    },
    reset () {
      tickedAt = performance.now()
      maxMs = 0
    },
    end: () => clearInterval(timer)
  }
}
