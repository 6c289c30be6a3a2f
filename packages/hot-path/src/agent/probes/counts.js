'use strict'

// A probe: runs inside the subject, and counts what its requests make it do. Counts vary little from run to run,
// whoever else uses the machine.

const diagnostics = require('diagnostics_channel')
const v8 = require('v8')

/** What is published once for each. `http` and `fetch` (undici) have a channel of their own each. */
const CHANNELS = {
  connections: ['net.client.socket'],
  outgoing: ['http.client.request.start', 'undici:request:create']
}

/** @typedef {{ requests: number, allocatedBytes: number, connections: number, outgoing: number }} Counts */

/**
 * @param {import('../../types/agent').ReadProcessMetrics} processMetrics
 * @returns {(word: string) => Counts} `begin`: counts from now on; `end`: what there was since, and counting is over
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

/** @returns {() => { connections: number, outgoing: number }} what was published since; it ends the watching */
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
 * Counts the bytes that are allocated on the heap of the main thread: what lay there before each collection, less what
 * lay there after the one before it. V8's own total (`total_allocated_bytes`, Node 26) counts whole blocks that are
 * handed out, and varies more from run to run. Source: nodejs.org/api/v8.html, GCProfiler.
 *
 * @returns {() => number} bytes since; it ends the watching
 */
function watchAllocations () {
  const profiler = new v8.GCProfiler()
  let bytes = -v8.getHeapStatistics().used_heap_size
  profiler.start()
  return function () {
    bytes += v8.getHeapStatistics().used_heap_size
    const collections = profiler.stop()?.statistics ?? [] // of the server's realm, whose arrays it may have changed
    for (let i = 0; i < collections.length; i++) {
      const { beforeGC, afterGC } = collections[i]
      bytes += beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize
    }
    return bytes
  }
}
