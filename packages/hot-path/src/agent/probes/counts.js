'use strict'

// A probe: runs inside the server under test, and counts operations that its requests cause. Counts vary little
// between runs, even under CPU contention.

const diagnostics = require('diagnostics_channel')
const v8 = require('v8')

/** Channels with one message per operation. `http` and `fetch` (undici) have separate channels. */
const CHANNELS = {
  connections: ['net.client.socket'],
  outgoing: ['http.client.request.start', 'undici:request:create']
}

/** @typedef {{ requests: number, allocatedBytes: number, connections: number, outgoing: number }} Counts */

/**
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @returns {(word: string) => Counts} `begin` starts counting; `end` stops it, and returns the counts since `begin`
 */
module.exports = function (processMetrics) {
  const requests = () => processMetrics({ collect: false, reset: false }).requests
  let end = () => ({ requests: 0, allocatedBytes: 0, connections: 0, outgoing: 0 })
  return function (word) {
    const counts = end()
    end = () => counts
    if (word !== 'begin') return counts
    const before = requests()
    const published = watchChannels()
    const allocated = watchAllocations()
    end = () => ({ allocatedBytes: allocated(), ...published(), requests: requests() - before })
    return counts
  }
}

/** @returns {() => { connections: number, outgoing: number }} function that stops watching and returns the counts */
function watchChannels () {
  const counts = { connections: 0, outgoing: 0 }
  const watched = /** @type {(keyof typeof CHANNELS)[]} */ (Object.keys(CHANNELS)).map(function (name) {
    const note = () => {
      counts[name]++
    }
    for (const channel of CHANNELS[name]) diagnostics.subscribe(channel, note)
    return () => CHANNELS[name].forEach((channel) => diagnostics.unsubscribe(channel, note))
  })
  return function () {
    for (const end of watched) end()
    return counts
  }
}

/**
 * Counts the bytes allocated on the heap of the main thread: the heap size before each collection, minus the size
 * after the previous one. V8's own total (`total_allocated_bytes`, Node 26) counts whole blocks, and varies more
 * between runs. Source: nodejs.org/api/v8.html, GCProfiler.
 *
 * @returns {() => number} a function that stops counting, and returns the allocated bytes
 */
function watchAllocations () {
  const profiler = new v8.GCProfiler()
  let bytes = -v8.getHeapStatistics().used_heap_size
  profiler.start()
  return function () {
    bytes += v8.getHeapStatistics().used_heap_size
    const collections = profiler.stop()?.statistics ?? [] // from the server's context; its arrays may be patched
    for (let i = 0; i < collections.length; i++) {
      const { beforeGC, afterGC } = collections[i]
      bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
    }
    return bytes
  }
}
