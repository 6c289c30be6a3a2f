'use strict'

// Part of preload.js: runs inside the subject.

const diagnostics = require('diagnostics_channel')
const { performance, PerformanceObserver } = require('perf_hooks')

/**
 * Begins to count what has to be counted, and gives the function that reads it all.
 *
 * Requests are counted where they are answered. Seen from outside, those still under way at the end of a load
 * would be missing, and for a slow server they are a large part.
 *
 * @returns {() => import('./records').Vitals}
 */
module.exports = function () {
  let requests = 0
  let gcMs = 0
  diagnostics.subscribe('http.server.response.finish', () => { requests++ })
  new PerformanceObserver(function (list) {
    for (const { duration } of list.getEntries()) gcMs += duration
  }).observe({ entryTypes: ['gc'] })

  return function () {
    const cpu = process.cpuUsage()
    const memory = process.memoryUsage()
    const { idle, active } = performance.eventLoopUtilization()
    return {
      atMs: performance.now(),
      cpuUserUs: cpu.user,
      cpuSystemUs: cpu.system,
      loopIdleMs: idle,
      loopActiveMs: active,
      rssBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      gcMs,
      requests
    }
  }
}
