'use strict'

const { keeping } = require('../../source/locations')

// Between two collections, the heap of a healthy server varies by a few hundred kB.
const LEAST_BYTES = 500_000
// Bytes that a connection leaves for a while, and bytes of a request that is not answered yet.
const PER_CONNECTION = 1000
const PER_OPEN_REQUEST = 50_000
// Bytes of one leaked function object.
const PER_REQUEST = 64

// Bytes that wait in a socket. A connection that keeps up has a few kB.
const MUCH_UNSENT = 1_000_000
const MANY_TIMERS = 1000
const TIMERS_PER_REQUEST = 0.5

const BYTES = /** @type {const} */ ('bytes')

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'memory-growth',
  condition: 'Memory after garbage collection rises with the requests; or each request leaves a timer open.',
  locates: "two heap snapshots: the variable that retains the memory, and the line that adds to it; or V8's heap profiler: the line that allocates",
  means: [
    'Each request leaves objects that are still referenced, so garbage collection cannot free them. The server will run out of memory.',
    'Typical causes: a cache without a limit, a list of all events, a closure in an array.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines allocate the retained memory, and how many bytes per request.',
    "Limit the size of the named object, or delete its entries. If none is named, the retainer is near that line: a `Map` or an array of the module, a listener, a timer. To see every object, take heap snapshots before and after some thousand requests (`node --heapsnapshot-signal=SIGUSR2 <server>`), and compare them in the browser's developer tools."
  ],
  looks: ['retained', 'cpu'],
  places: (looks, _, options) => keeping(looks, options),
  judge (window) {
    const { connections, calm, retainedBytes, retainedBytesPerRequest, grown } = window
    const leastBytes = Math.max(LEAST_BYTES, (calm ? PER_CONNECTION : PER_OPEN_REQUEST) * connections)
    const grows =
      retainedBytes.length > 1 &&
      retainedBytes.every(
        (bytes, i) =>
          bytes >= leastBytes &&
          retainedBytesPerRequest[i] >= PER_REQUEST &&
          Number.isFinite(retainedBytesPerRequest[i])
      )
    if (!grows) return openTimers(window) ?? unsentData(window)
    return {
      sentence: 'Memory grows with the requests served, and no garbage collection frees it.',
      evidence: [
        ...retainedBytes.map((bytes, i) => ({
          what: `growth of memory in use during short load ${i + 1}, after garbage collection`,
          value: bytes,
          unit: BYTES,
          threshold: leastBytes,
          why: 'Smaller differences are normal variation between collections. A cache with a limit grows in the first load only.'
        })),
        {
          what: 'retained memory per request of the last load',
          value: retainedBytesPerRequest[retainedBytesPerRequest.length - 1],
          unit: BYTES,
          threshold: PER_REQUEST,
          why: 'One retained function object takes 64 bytes.'
        },
        ...grown.map(({ emitter, event, count, before }) => ({
          what: `listeners for "${event}" of one ${emitter} (${before} before the short loads)`,
          value: count
        }))
      ]
    }
  }
}

/**
 * A timer retains its callback, and everything that this refers to, until it ends.
 *
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>} null if timers do not accumulate
 */
function openTimers ({ opened, requests }) {
  const more = opened.Timeout ?? 0
  if (!(more >= MANY_TIMERS && more >= TIMERS_PER_REQUEST * requests)) return null
  return {
    sentence: 'Requests leave timers open, and memory grows until they end.',
    evidence: [
      { what: 'open timers at the end of the load, beyond those at the beginning', value: more, threshold: MANY_TIMERS },
      {
        what: 'timers left open per request',
        value: more / requests,
        threshold: TIMERS_PER_REQUEST,
        why: 'A request that clears its timer leaves none.'
      }
    ]
  }
}

/**
 * Data that a server writes to another server waits in memory until the other side reads it.
 *
 * @param {import('../../types/checkup').AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>} null if the other servers keep up
 */
function unsentData ({ queuedBytes, requests }) {
  if (!(queuedBytes >= MUCH_UNSENT && queuedBytes >= PER_REQUEST * requests)) return null
  return {
    sentence: 'The server writes to another server faster than that reads, and the data waits in memory.',
    evidence: [
      {
        what: 'growth of the data that waits to be sent to other servers',
        value: queuedBytes,
        unit: BYTES,
        threshold: MUCH_UNSENT,
        why: 'A connection that keeps up has at most some kilobytes.'
      },
      { what: 'data that waits, per request', value: queuedBytes / requests, unit: BYTES, threshold: PER_REQUEST }
    ]
  }
}
