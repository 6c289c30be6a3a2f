'use strict'

// Where the memory of a process is. Pure.

/** @typedef {import('../types/checkup').MemoryParts} MemoryParts */

/** @type {Record<keyof MemoryParts, string>} */
const NAMES = {
  heap: "V8's heap",
  arrayBuffers: 'buffers (ArrayBuffer, Buffer)',
  external: 'other memory outside of the heap that V8 counts',
  workers: 'worker threads',
  native: 'memory that V8 does not count (native code, the allocator)'
}

/** @type {MemoryParts} */
const NOTHING = { heap: 0, arrayBuffers: 0, external: 0, workers: 0, native: 0 }
const PARTS = /** @type {(keyof MemoryParts)[]} */ (Object.keys(NAMES))

/**
 * @param {import('../types/pipeline').ProcessMetrics & { inWorkers: import('../types/agent').ThreadMemory }} metrics
 *   after a garbage collection
 * @returns {MemoryParts}
 */
function partsOf ({ rssBytes, heapUsedBytes, heapTotalBytes, externalBytes, arrayBuffersBytes, inWorkers }) {
  return {
    heap: heapUsedBytes,
    arrayBuffers: arrayBuffersBytes,
    external: externalBytes - arrayBuffersBytes,
    workers: inWorkers.heapUsedBytes + inWorkers.externalBytes,
    native: rssBytes - heapTotalBytes - externalBytes - inWorkers.heapTotalBytes - inWorkers.externalBytes
  }
}

// Memory that V8 does not count varies by some MB, as the allocator and V8's threads return theirs; and by a tenth of
// the heap, whose pages are returned later than V8 says.
const LEAST_NATIVE_BYTES = 8e6
const LEAST_OF_HEAP = 0.2
// Of the growth per request in the main load. The first collection adds some MB to the first short load, so memory must
// grow in the last one, too, which varies more.
const LEAST_OF_FIRST = 1 / 2
const LEAST_OF_LAST = 1 / 4
// Bytes of one leaked function object.
const PER_REQUEST = 64
// Readings whose mean is taken.
const TOGETHER = 5

/** @typedef {{ bytes: number, requests: number }} Rise */

/**
 * @param {import('../types/pipeline').Reading[]} readings
 * @returns {Rise} growth of the memory that V8 does not count, in the second half of the main load
 */
function nativeRise (readings) {
  if (readings.length < 4 * TOGETHER) return { bytes: 0, requests: 0 }
  const middle = Math.floor(readings.length / 2)
  const [before, after] = [readings.slice(middle, middle + TOGETHER), readings.slice(-TOGETHER)]
  const native = (/** @type {import('../types/pipeline').Reading} */ reading) => withGarbage(reading).native
  return { bytes: mean(after.map(native)) - mean(before.map(native)), requests: after[0].requests - before[0].requests }
}

/**
 * @param {import('../types/pipeline').Reading[]} readings
 * @returns {number} bytes; a smaller growth of native memory is normal variation
 */
function leastNativeGrowth (readings) {
  return Math.max(LEAST_NATIVE_BYTES, ...readings.map(({ heapTotalBytes }) => LEAST_OF_HEAP * heapTotalBytes))
}

/**
 * @param {Pick<import('../types/checkup').Examination, 'readings' | 'loadShare'>} examination
 * @returns {number} the same for its main load, in bytes: less in proportion, if that ended early
 */
function leastInLoad ({ readings, loadShare = 1 }) {
  return loadShare * leastNativeGrowth(readings)
}

/**
 * @param {import('../types/checkup').Examination} examination with its snapshots
 * @returns {boolean} whether native memory seems to grow with the requests, during the main load and the short loads: a
 *   further load must confirm it
 */
function seemsToGrow (examination) {
  const { readings, snapshots } = examination
  const [first, previous, last] = [snapshots[0], ...snapshots.slice(-2)]
  const rise = nativeRise(readings)
  if (!isGrowth(rise, leastInLoad(examination)) || !goesOn(rise, riseBetween(first, last))) return false
  return goesOn(rise, riseBetween(previous, last), LEAST_OF_LAST)
}

/**
 * @param {import('../types/checkup').ListenerSnapshot} before
 * @param {import('../types/checkup').ListenerSnapshot} after
 * @returns {Rise}
 */
function riseBetween (before, after) {
  return { bytes: after.memory.native - before.memory.native, requests: after.requests - before.requests }
}

/**
 * @param {Rise} first
 * @param {Rise} second
 * @param {number} [share]
 * @returns {boolean} whether the second is at least this share of the first per request: what only fills the
 *   allocator's arenas rises ever more slowly
 */
function goesOn (first, second, share = LEAST_OF_FIRST) {
  return second.bytes / second.requests >= share * (first.bytes / first.requests)
}

/**
 * @param {Rise} rise
 * @param {number} leastBytes
 */
function isGrowth ({ bytes, requests }, leastBytes) {
  return bytes >= leastBytes && bytes >= PER_REQUEST * requests
}

/**
 * @param {import('../types/checkup').Examination} examination
 * @returns {import('../types/checkup').AnalysisWindow['nativeGrowth']} of native memory: in the second half of the main
 *   load, and in the load that confirms it; empty if it does not rise in both, at a similar rate
 */
function nativeGrowthOf (examination) {
  const { readings, snapshots, confirming } = examination
  const last = snapshots.at(-1)
  if (!confirming || !last) return []
  const first = { ...nativeRise(readings), leastBytes: leastInLoad(examination) }
  const second = { ...riseBetween(last, confirming), leastBytes: leastNativeGrowth(readings) }
  const isGrown = [first, second].every((rise) => isGrowth(rise, rise.leastBytes))
  return isGrown && goesOn(first, second) ? [first, second] : []
}

/** @param {number[]} values */
function mean (values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * @param {import('../types/checkup').Examination} examination
 * @returns {Pick<import('../types/checkup').AnalysisWindow,
 *   'rssBytes' | 'memory' | 'memoryInUse' | 'nativeGrowth' | 'leastNativeBytes' | 'memoryLimitBytes' |
 *   'heapLimitBytes'>}
 */
function memoryOf (examination) {
  const { readings, snapshots, memoryLimitBytes } = examination
  const [first] = readings
  const leastNativeBytes = leastNativeGrowth(readings)
  const most = readings.reduce((largest, one) => (one.rssBytes > largest.rssBytes ? one : largest), first)
  return {
    rssBytes: [first?.rssBytes ?? NaN, most?.rssBytes ?? NaN],
    memory: readings.length > 0 ? [first, most].map(withGarbage) : [],
    leastNativeBytes,
    memoryInUse: snapshots.at(-1)?.memory ?? null,
    nativeGrowth: nativeGrowthOf(examination),
    memoryLimitBytes,
    heapLimitBytes: first?.heapLimitBytes ?? NaN
  }
}

// Between two collections, the heap of a healthy server varies by a few hundred kB.
const LEAST_BYTES = 500_000
// Bytes that a connection leaves for a while, and bytes of a request that is not answered yet.
const PER_CONNECTION = 1000
const PER_OPEN_REQUEST = 50_000

/**
 * @param {Pick<import('../types/checkup').AnalysisWindow, 'connections' | 'calm'>} window
 * @returns {number} bytes; a smaller growth between two collections is normal variation
 */
function leastGrowth ({ connections, calm }) {
  return Math.max(LEAST_BYTES, (calm ? PER_CONNECTION : PER_OPEN_REQUEST) * connections)
}

/**
 * @param {import('../types/checkup').AnalysisWindow} window
 * @param {number} [share] of the least growth that is not normal variation
 * @returns {boolean} whether memory that V8 counts grows in every short load
 */
function growsInV8 (window, share = 1) {
  const { retainedBytes, retainedBytesPerRequest } = window
  const isGrowth = (/** @type {number} */ bytes, /** @type {number} */ i) =>
    bytes >= share * leastGrowth(window) &&
    retainedBytesPerRequest[i] >= PER_REQUEST &&
    Number.isFinite(retainedBytesPerRequest[i])
  return retainedBytes.length > 1 && retainedBytes.every(isGrowth)
}

/**
 * @param {import('../types/checkup').AnalysisWindow} window
 * @returns {boolean} whether longer loads would show if memory grows
 */
function mayGrowInV8 (window) {
  return !growsInV8(window) && growsInV8(window, 1 / 2)
}

const NONE = { heapUsedBytes: 0, heapTotalBytes: 0, externalBytes: 0 }

/**
 * @param {import('../types/pipeline').ProcessMetrics} metrics
 * @returns {MemoryParts} memory that is reserved; that of worker threads counts as native
 */
function withGarbage (metrics) {
  return partsOf({ ...metrics, heapUsedBytes: metrics.heapTotalBytes, inWorkers: NONE })
}

/**
 * @param {MemoryParts} parts
 * @returns {number} bytes in use that V8 knows of, of all threads
 */
function inUse ({ heap, arrayBuffers, external, workers }) {
  return heap + arrayBuffers + external + workers
}

/**
 * @param {MemoryParts} before
 * @param {MemoryParts} after
 * @returns {MemoryParts} growth
 */
function grownSince (before, after) {
  return combined(after, before, (a, b) => a - b)
}

/**
 * @param {MemoryParts} one
 * @param {MemoryParts} other
 * @returns {MemoryParts} both growths together
 */
function added (one, other) {
  return combined(one, other, (a, b) => a + b)
}

/**
 * @param {MemoryParts} one
 * @param {MemoryParts} other
 * @param {(a: number, b: number) => number} by
 */
function combined (one, other, by) {
  const parts = PARTS.map((name) => [name, by(one[name], other[name])])
  return /** @type {MemoryParts} */ (Object.fromEntries(parts))
}

/**
 * @param {MemoryParts} grown
 * @returns {(keyof MemoryParts)[]} the parts that grew, largest growth first
 */
function largestFirst (grown) {
  return PARTS.filter((name) => grown[name] > 0).sort((a, b) => grown[b] - grown[a])
}

module.exports = {
  NAMES,
  NOTHING,
  PER_REQUEST,
  added,
  grownSince,
  growsInV8,
  inUse,
  largestFirst,
  leastGrowth,
  mayGrowInV8,
  memoryOf,
  partsOf,
  seemsToGrow
}
