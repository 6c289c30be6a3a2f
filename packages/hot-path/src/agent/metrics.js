'use strict'

// Part of preload.js and of attached.js: runs inside the subject.

const diagnostics = require('diagnostics_channel')
const { performance, PerformanceObserver } = require('perf_hooks')
const v8 = require('v8')
const vm = require('vm')
const watchLoopDelay = require('./loop-delay')
const { startedNow } = require('./started')

const FINISHED = 'http.server.response.finish'

/**
 * Begins to count what has to be counted, and gives the function that reads it all.
 *
 * Requests are counted where they are answered. Seen from outside, those still under way at the end of a load
 * would be missing, and for a slow server they are a large part.
 *
 * @returns {{ read: (options: { collect: boolean, reset: boolean }) => import('../types/pipeline').ProcessMetrics, end:
 *   () => void }} `collect`: collect garbage first, so that the heap holds only what is still in use; `reset`: begin
 *   anew with the longest delay; `end`: count no more
 */
module.exports = function () {
  let requests = 0
  let non2xx = 0
  let gcMs = 0
  function answered (/** @type {unknown} */ message) {
    const { response } = /** @type {{ response: import('http').ServerResponse }} */ (message)
    requests++
    if (response.statusCode < 200 || response.statusCode > 299) non2xx++
  }
  diagnostics.subscribe(FINISHED, answered)
  const collections = new PerformanceObserver(function (list) {
    const entries = list.getEntries() // of the server's realm, whose arrays it may have changed
    for (let i = 0; i < entries.length; i++) gcMs += entries[i].duration
  })
  collections.observe({ entryTypes: ['gc'] })

  const loopDelay = watchLoopDelay()

  function read (/** @type {{ collect: boolean, reset: boolean }} */ { collect, reset }) {
    if (collect) garbageCollector()()
    const cpu = process.cpuUsage()
    const memory = process.memoryUsage()
    const { idle } = performance.eventLoopUtilization()
    const loopDelayMaxMs = loopDelay.readMaxMs()
    if (reset) loopDelay.reset()
    const atMs = performance.now()
    return {
      atMs,
      cpuUserUs: cpu.user,
      cpuSystemUs: cpu.system,
      loopIdleMs: idle,
      loopActiveMs: atMs - idle, // Node counts from the first turn of the loop, and a script may be over by then
      loopDelayMaxMs,
      rssBytes: memory.rss,
      heapUsedBytes: memory.heapUsed,
      externalBytes: memory.external,
      gcMs,
      requests,
      non2xx,
      workers: startedNow().threads
    }
  }

  return {
    read,
    end () {
      diagnostics.unsubscribe(FINISHED, answered)
      collections.disconnect()
      loopDelay.end()
    }
  }
}

/** @type {(() => void) | undefined} */
let collectGarbage

/** @returns {() => void} made when it is first asked for: nobody collects in a process that was attached to */
function garbageCollector () {
  if (!collectGarbage) {
    v8.setFlagsFromString('--expose-gc')
    collectGarbage = vm.runInNewContext('gc')
    v8.setFlagsFromString('--no-expose-gc') // or the server finds it in contexts that it makes
  }
  return /** @type {() => void} */ (collectGarbage)
}
