'use strict'

const { keeping, startingWorkers } = require('../../source/heap/lines')
const { NAMES, NOTHING, PER_REQUEST, added, growsInV8, largestFirst, leastGrowth } = require('../memory')

/** @typedef {import('../../types/checkup').AnalysisWindow} AnalysisWindow */

// Bytes that wait in a socket. A connection that keeps up has a few kB.
const MUCH_UNSENT = 1_000_000
const MANY_TIMERS = 1000
const TIMERS_PER_REQUEST = 0.5
const MOSTLY = 0.5
const TIMERS = {
  means: ['A timer keeps its callback, and everything that this refers to, in memory until it ends.'],
  next: [
    'Clear the timer (`clearTimeout`, `clearInterval`) as soon as nothing waits for it, also if the request fails. `Promise.race` does not clear the timers of those that lose.'
  ]
}
const WORKERS = {
  means: ['A worker thread keeps its heap, some megabytes at least, until it ends.'],
  next: ['Keep a few worker threads for all requests (a pool, such as piscina), or end each one: `worker.terminate()`.']
}
const UNSENT = {
  means: ['Data that is written to a socket waits in memory until the other side reads it. Nothing limits how much.'],
  next: [
    'If `write()` returns `false`, write no more before the event `drain`: wait for it (`stream.pipeline` does), or drop data. `stream.writableLength` tells how much waits.'
  ]
}

// A pool of threads has reached its size after the first load.
const MANY_WORKERS = 5
// Bytes on the heap of an object that owns native memory, such as a zlib stream, and of all in both short loads. A
// smaller growth is normal variation.
const OWNER_BYTES = 16
const OWNERS_BYTES = 100_000
const OF_OWNERS = 'retained objects, which may own native memory'
// Smaller parts of the growth are not told.
const TOLD = 0.1

const BYTES = /** @type {const} */ ('bytes')

const NOT_FREED = 'and no garbage collection frees it.'

/** @type {Record<keyof import('../../types/checkup').MemoryParts, string>} by the part that grows most */
const SENTENCES = {
  heap: `Memory grows with the requests served, ${NOT_FREED}`,
  arrayBuffers: 'Memory outside of the heap grows with the requests served: buffers, which no garbage collection frees.',
  external: `Memory outside of the heap grows with the requests served, ${NOT_FREED}`,
  workers: `Memory of worker threads grows with the requests served, ${NOT_FREED}`,
  native: 'The process grows with the requests served, by memory that V8 does not count: of native code.'
}

/** @type {import('../../types/checkup').Judge} */
module.exports = {
  name: 'memory-growth',
  condition: 'Memory after garbage collection rises with the requests; or native memory does; or requests leave timers or worker threads open.',
  locates: "two heap snapshots: the variable that retains the memory, and the line that adds to it; or V8's heap profiler: the line that allocates",
  means: [
    'Each request leaves memory that nothing frees: usually objects that are still referenced. The server will run out of memory.',
    'Typical causes: a cache without a limit, a list of all events, a closure in an array.'
  ],
  next: [
    '`npx hot-path heap <server>` shows which lines allocate the retained memory, and how many bytes per request.',
    'Limit the size of what grows, or delete its entries: a `Map` or an array of the module, a listener, a timer. If a package keeps it, create the object once, outside of requests.',
    "To see every object, take heap snapshots before and after some thousand requests (`node --heapsnapshot-signal=SIGUSR2 <server>`), and compare them in the browser's developer tools."
  ],
  advice (window) {
    if (growsInV8(window)) return mostlyUnsent(window) ? UNSENT : null
    return growthOutsideOfV8(window)?.advice ?? null
  },
  looks: ['retained', 'cpu'],
  places (looks, window, options) {
    if (growsInV8(window)) return keeping(looks, options)
    if (runningWorkers(window)) return startingWorkers(looks, options)
    if (!nativeMemory(window)) return keeping(looks, options)
    return hasOwners(window) ? keeping(looks, options).map((place) => ({ ...place, of: OF_OWNERS })) : []
  },
  judge (window) {
    const { retainedBytes, retainedBytesPerRequest, grown } = window
    const leastBytes = leastGrowth(window)
    if (!growsInV8(window)) return growthOutsideOfV8(window)?.finding ?? null
    const parts = largestFirst(grownIn(window))
    const unsent = mostlyUnsent(window)
    return {
      sentence: unsent?.sentence ?? SENTENCES[parts[0] ?? 'heap'],
      evidence: [
        ...(unsent?.evidence ?? []),
        ...retainedBytes.map((bytes, i) => ({
          what: `growth of memory in use during short load ${i + 1}, after garbage collection`,
          value: bytes,
          unit: BYTES,
          threshold: leastBytes,
          why: `Smaller differences are normal variation between collections${window.calm ? '' : ', or requests that had not ended'}. A cache with a limit grows in the first load only.`
        })),
        {
          what: 'retained memory per request of the last load',
          value: retainedBytesPerRequest[retainedBytesPerRequest.length - 1],
          unit: BYTES,
          threshold: PER_REQUEST,
          why: 'One retained function object takes 64 bytes.'
        },
        ...partsText(window),
        ...grown.map(({ emitter, event, count, before }) => ({
          what: `listeners for "${event}" of one ${emitter} (${before} before the short loads)`,
          value: count
        }))
      ]
    }
  }
}

/**
 * @param {AnalysisWindow} window
 * @returns what grows although the memory that V8 counts does not, with the advice for it; null if nothing does
 */
function growthOutsideOfV8 (window) {
  const causes = /** @type {const} */ ([
    [runningWorkers, WORKERS],
    [nativeMemory, null],
    [openTimers, TIMERS],
    [unsentData, UNSENT]
  ])
  for (const [judge, advice] of causes) {
    const finding = judge(window)
    if (finding) return { finding, advice }
  }
  return null
}

/**
 * @param {AnalysisWindow} window
 * @returns {import('../../types/checkup').Evidence[]} the growth per request, by where the memory is
 */
function partsText (window) {
  const grown = grownIn(window)
  const all = largestFirst(grown).reduce((sum, name) => sum + grown[name], 0)
  return largestFirst(grown)
    .filter((name) => grown[name] >= TOLD * all)
    .map((name) => ({ what: `growth per request in ${NAMES[name]}`, value: grown[name] / window.shortRequests, unit: BYTES }))
}

/**
 * @param {AnalysisWindow} window
 * @returns {import('../../types/checkup').MemoryParts} growth in both short loads together; of native memory, which
 *   varies, twice the smaller growth, or what the longer loads show if that is too small to tell
 */
function grownIn ({ grownMemory, leastNativeBytes, nativeGrowth, shortRequests }) {
  const grown = grownMemory.reduce(added, NOTHING)
  const least = Math.min(...grownMemory.map(({ native }) => native))
  if (least >= leastNativeBytes) return { ...grown, native: least * grownMemory.length }
  const rates = nativeGrowth.map(({ bytes, requests }) => bytes / requests)
  return { ...grown, native: rates.length > 0 ? Math.min(...rates) * shortRequests : 0 }
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether each request leaves an object on the heap, which may own native memory
 */
function hasOwners ({ retainedBytes, shortRequests }) {
  const bytes = retainedBytes.reduce((sum, one) => sum + one, 0)
  return bytes >= Math.max(OWNERS_BYTES, OWNER_BYTES * shortRequests)
}

/**
 * Native code allocates without V8, so only the resident set shows it.
 *
 * @param {AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>} null if such memory does not grow
 */
function nativeMemory ({ nativeGrowth }) {
  if (nativeGrowth.length === 0) return null
  return {
    sentence: SENTENCES.native,
    evidence: nativeGrowth.flatMap(({ bytes, requests, leastBytes }, i) => {
      const when = ['in the second half of the load', 'in a further load, after garbage collection'][i]
      return [
        {
          what: `growth of the resident set (RSS) ${when}, without what V8 counts`,
          value: bytes,
          unit: BYTES,
          threshold: leastBytes,
          why: 'Smaller differences are normal variation.'
        },
        { what: 'the same, per request', value: bytes / requests, unit: BYTES, threshold: PER_REQUEST }
      ]
    })
  }
}

/**
 * @param {AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>} null if no worker threads are left running
 */
function runningWorkers ({ workersLeft, shortRequests }) {
  const count = workersLeft.reduce((sum, one) => sum + one, 0)
  if (!(workersLeft.length > 1 && workersLeft.every((one) => one > 0) && count >= MANY_WORKERS)) return null
  return {
    sentence: 'Requests leave worker threads running, each with a heap of its own.',
    evidence: [
      {
        what: `worker threads left running by ${shortRequests} requests`,
        value: count,
        threshold: MANY_WORKERS,
        why: 'A pool of threads has its size after the first requests.'
      }
    ]
  }
}

/**
 * A timer retains its callback, and everything that this refers to, until it ends.
 *
 * @param {AnalysisWindow} window
 * @returns {ReturnType<import('../../types/checkup').Judge['judge']>} null if timers do not accumulate
 */
function openTimers ({ opened, requests }) {
  const more = opened.Timeout ?? 0
  if (!(more >= MANY_TIMERS && more >= TIMERS_PER_REQUEST * requests)) return null
  return {
    sentence: 'Requests leave timers open, and memory grows until they end.',
    evidence: [
      { what: 'open timers at the end of the load, beyond those after the warm-up', value: more, threshold: MANY_TIMERS },
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
 * @param {AnalysisWindow} window
 * @returns {ReturnType<typeof unsentData>} null if unsent data is not most of the memory that requests leave
 */
function mostlyUnsent (window) {
  const { queuedBytes, requests, retainedBytesPerRequest } = window
  const perRequest = retainedBytesPerRequest.at(-1) ?? 0
  return queuedBytes / requests < MOSTLY * perRequest ? null : unsentData(window)
}

/**
 * Data that a server writes to another server waits in memory until the other side reads it.
 *
 * @param {AnalysisWindow} window
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
