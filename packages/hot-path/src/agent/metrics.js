'use strict'

// Part of preload.js and attached.js: runs inside the server under test.

const { performance, PerformanceObserver } = require('perf_hooks')
const v8 = require('v8')
const vm = require('vm')
const { statusOf, watchRequests } = require('./requests')
const { startedNow } = require('./started')

// Interval of the timer that measures event-loop delay.
const TICK_MS = 10

/**
 * Starts the counters, and returns the function that reads all process metrics.
 *
 * Requests are counted inside the server, where they are answered. A count from outside would miss those still in
 * progress at the end of a load, which are a large part for a slow server.
 *
 * @returns {{ read: (options: { collect: boolean, reset: boolean }) => import('../types/pipeline').ProcessMetrics,
 *   countOn: (port: number) => void, end: () => void }} `collect`: collect garbage first, so that the heap holds only
 *   live objects; `reset`: reset the maximum event-loop delay; `countOn`: count the requests of this port only, unless
 *   it gets none because the server hands its connections on to another one; `end`: stop counting
 */
module.exports = function () {
  const all = { requests: 0, non2xx: 0 }
  const elsewhere = { requests: 0, non2xx: 0 }
  let measuredPort = 0
  let isUsed = false // the measured port, for requests that this process answers
  let gcMs = 0
  let memory = process.memoryUsage()
  const endRequests = watchRequests({
    finished ({ response, socket }) {
      const status = statusOf(response)
      const failed = status < 200 || status > 299 ? 1 : 0
      count(all, failed)
      const port = socket ? socket.localPort : measuredPort // undefined once the connection is closed
      if (port === measuredPort) isUsed = true
      else if (port !== undefined) count(elsewhere, failed)
    }
  })
  const collections = new PerformanceObserver(function (list) {
    const entries = list.getEntries() // from the server's context, which may have patched its arrays
    for (let i = 0; i < entries.length; i++) gcMs += entries[i].duration
  })
  collections.observe({ entryTypes: ['gc'] })

  const loopDelay = watchLoopDelay()

  function read (/** @type {{ collect: boolean, reset: boolean }} */ { collect, reset }) {
    if (collect) garbageCollector()()
    const cpu = process.cpuUsage()
    memory = memoryNow(memory)
    const { idle } = performance.eventLoopUtilization()
    const loopDelayMaxMs = loopDelay.readMaxMs()
    if (reset) loopDelay.reset()
    const atMs = performance.now()
    const apart = measuredPort > 0 && isUsed ? elsewhere : { requests: 0, non2xx: 0 }
    return {
      atMs,
      cpuUserUs: cpu.user,
      cpuSystemUs: cpu.system,
      loopIdleMs: idle,
      loopActiveMs: atMs - idle, // Node counts from the first loop turn, and a script may have ended by then
      loopDelayMaxMs,
      rssBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      heapTotalBytes: memory.heapTotal,
      externalBytes: memory.external,
      arrayBuffersBytes: memory.arrayBuffers,
      gcMs,
      requests: all.requests - apart.requests,
      non2xx: all.non2xx - apart.non2xx,
      workers: startedNow().threads
    }
  }

  return {
    read,
    countOn (port) {
      measuredPort = port
      isUsed = false
      Object.assign(elsewhere, { requests: 0, non2xx: 0 })
    },
    end () {
      endRequests()
      collections.disconnect()
      loopDelay.end()
    }
  }
}

/**
 * @param {{ requests: number, non2xx: number }} counts
 * @param {number} failed 1 for a status outside 200-299
 */
function count (counts, failed) {
  counts.requests++
  counts.non2xx += failed
}

/**
 * @param {NodeJS.MemoryUsage} before
 * @returns {NodeJS.MemoryUsage} the earlier one if the process has no file descriptor left to read its size
 */
function memoryNow (before) {
  try {
    return process.memoryUsage()
  } catch {
    return before
  }
}

/** @type {(() => void) | undefined} */
let collectGarbage

/** @returns {() => void} created on first use: hot-path forces no garbage collection in an attached process */
function garbageCollector () {
  if (!collectGarbage) {
    v8.setFlagsFromString('--expose-gc')
    collectGarbage = vm.runInNewContext('gc')
    v8.setFlagsFromString('--no-expose-gc') // otherwise contexts that the server creates have it
  }
  return /** @type {() => void} */ (collectGarbage)
}

/**
 * Measures event-loop delay.
 *
 * Node's `monitorEventLoopDelay` loses the current tick on reset, and with it a block that begins at that moment.
 * This timer includes the time since the last tick in every reading. A block is underestimated by up to one tick,
 * because it begins before the next tick is due.
 *
 * @returns {{ readMaxMs: () => number, reset: () => void, end: () => void }} `readMaxMs`: maximum delay since the
 *   last reset, in ms
 */
function watchLoopDelay () {
  let maxMs = 0
  let tickedAt = performance.now()
  function tick () {
    const now = performance.now()
    maxMs = Math.max(maxMs, now - tickedAt - TICK_MS)
    tickedAt = now
  }
  const timer = Object.defineProperty(setInterval(tick, TICK_MS).unref(), 'isHotPath', { value: true })
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
