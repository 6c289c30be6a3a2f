'use strict'

// Conditions that several findings share: upstream requests, a blocked event loop, a saturated event loop.

const { nodePoolShare, WORKER } = require('../source/wait-lines')
const { passedBetween } = require('../util/traffic')

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */

const SEVERAL = 3
// Share of main-thread busy time. Below half, other work accounts for at least as much.
const MOSTLY = 0.5

/**
 * Estimates the share of main-thread busy time spent on upstream requests. Time in Node's own HTTP clients is known. A
 * database driver writes to its sockets itself, which looks like the server's own writes. With n sequential upstream
 * requests per request, n/(n+1) of the network time is attributed to them.
 *
 * @param {AnalysisWindow} window
 * @returns {number} the share of main-thread busy time, 0-1; 0 without a CPU profile
 */
function askingShare ({ busyWith, asksInTurn }) {
  if (!busyWith) return 0
  const ofNetwork = asksInTurn !== null && asksInTurn >= SEVERAL ? asksInTurn / (asksInTurn + 1) : 0
  return busyWith.client + ofNetwork * busyWith.node
}

// Connections opened per request. A connection that stays open serves thousands of requests.
const OPENED = 0.5

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether each request makes several sequential upstream requests, or opens connections, and does
 *   hardly anything else. Then the main thread is busy because requests wait, and not the other way round
 */
function mostlyAsks (window) {
  const { asksInTurn, opensPerRequest, busyWith } = window
  if (!busyWith || busyWith.own >= MOSTLY) return false
  const asks = asksInTurn !== null && asksInTurn >= SEVERAL && askingShare(window) >= MOSTLY
  return asks || (opensPerRequest !== null && opensPerRequest >= OPENED && busyWith.client + busyWith.node >= MOSTLY)
}

// Event-loop utilisation. Below half, the loop has time to spare, and a request's cost does not explain its latency.
const BUSY = 0.5
// Users notice a tenth of a second (Jakob Nielsen, "Usability Engineering", 1993). Clinic Doctor's threshold is the
// same.
const LONG_MS = 100
// At this share, one request in ten arrives while the loop is blocked, and waits.
const LONG_SHARE = 0.1
// With many connections, one turn of the loop serves many requests. Up to this cost each, that is a queue, not a block.
const CHEAP_MS = 0.25

// A saturated event loop does not reach 100 %: under a closed loop, it waits while requests are in transit.
const FULL = 0.85

// CPU time of a server without requests, in cores: above this, it is not at rest.
const AT_REST = 0.2
// What metrics snapshots of a process at rest need, and some more.
const LITTLE_CPU = 0.03

const MS = /** @type {const} */ ('ms')
const SHARE = /** @type {const} */ ('share')

/**
 * Tests whether the event loop is blocked: by every request, or occasionally for long. It does not distinguish
 * computing from waiting: see findings/event-loop.js and findings/sync-io.js.
 *
 * @param {AnalysisWindow} window
 * @param {{ thresholdMs: number, why: string }} each blocking time that is too long for every request, and the reason
 * @returns {{ evidence: import('../types/checkup').Evidence[], explainable: boolean, byEach: boolean } | null} null if
 *   the loop is not blocked. `explainable`: whether CPU contention can be the cause. `byEach`: whether every request
 *   blocks it
 */
function blocked (
  {
    ended,
    seconds,
    connections,
    loopUtilization,
    runQueueShare,
    blockedMsPerRequest: byTheClockMs,
    blocksMs,
    longestBlockMs
  },
  { thresholdMs, why }
) {
  if (ended?.how === 'hung') return { evidence: [{ what: ended.words, value: null }], explainable: false, byEach: false }
  // Exclude time spent waiting for a core: the server does not cause it (see findings/host-bound.js).
  const blockedMsPerRequest = byTheClockMs * (1 - runQueueShare)
  const longMs = Math.max(LONG_MS, 2 * connections * Math.min(CHEAP_MS, blockedMsPerRequest || 0))
  const longShare = Math.min(
    1,
    blocksMs.filter((ms) => ms > longMs).reduce((sum, ms) => sum + ms, 0) / (1000 * seconds)
  )
  const byEach = Number.isFinite(blockedMsPerRequest) && blockedMsPerRequest >= thresholdMs && loopUtilization >= BUSY
  const evidence = [
    { what: 'longest time that the event loop was blocked', value: longestBlockMs, unit: MS },
    ...(longShare >= LONG_SHARE
      ? [
          {
            what: `event loop blocked for more than ${Math.round(longMs)} ms at a time, share of all time`,
            value: longShare,
            unit: SHARE,
            threshold: LONG_SHARE,
            why: 'At this share, one request in ten arrives while the event loop is blocked.'
          }
        ]
      : []),
    ...(byEach
      ? [
          {
            what: 'main-thread busy time per request, without garbage collection',
            value: blockedMsPerRequest,
            unit: MS,
            threshold: thresholdMs,
            why
          }
        ]
      : [])
  ]
  // A runQueueShare of 0 may mean that the system does not report waits for a core. Then the block may include them.
  return evidence.length > 1 ? { evidence, explainable: !byEach || runQueueShare === 0, byEach } : null
}

// Name of the load generator of a program without load.
const NO_GENERATOR = 'none'
// Below this share of busy time, the loop is mostly free.
const MOSTLY_FREE = 0.5

/**
 * @param {AnalysisWindow} window
 * @param {NonNullable<ReturnType<typeof blocked>>} found
 * @returns {boolean} whether the loop of a server is mostly free, but now and then blocked for long, by something other
 *   than each request. Of a program without load, long blocks are its work
 */
function isNowAndThen ({ loopUtilization, ended, driver }, { byEach }) {
  return !ended && !byEach && loopUtilization < MOSTLY_FREE && driver !== NO_GENERATOR
}

/**
 * @param {AnalysisWindow} window
 * @returns {number} share of the loop's busy time in which the thread does not compute: it waits, or the kernel works
 *   for it. Time spent waiting for a core is excluded
 */
function blockedShare ({ userCpuShare, runQueueShare }) {
  return Math.max(0, 1 - userCpuShare - runQueueShare) / (1 - runQueueShare)
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether synchronous calls take most of the main thread's busy time. The kernel serves many of them
 *   from memory, so the thread hardly sleeps
 */
function isInSynchronousCalls ({ busyWith }) {
  return busyWith !== null && busyWith.synchronousCalls >= MOSTLY
}

/**
 * @param {AnalysisWindow} window
 * @returns {import('../types/checkup').Evidence | null} evidence that the loop is saturated; null if it is not
 */
function full ({ loopUtilization, runQueueShare }) {
  const value = loopUtilization * (1 - runQueueShare)
  if (!(value >= FULL)) return null
  const what = 'event-loop utilisation, without time spent waiting for a core'
  return { what, value, unit: SHARE, threshold: FULL, why: 'Below this, the event loop has time to spare.' }
}

// In cores. A thread that only passes messages on takes less.
const COMPUTES = 0.1

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the busy other threads are the server's worker threads, and not the thread pool
 */
function areWorkers ({ workerThreads, waitShares }) {
  const cores = workerThreads.reduce((sum, { cpuShare }) => sum + cpuShare, 0)
  return cores >= COMPUTES && (waitShares?.[WORKER] ?? 0) >= nodePoolShare(waitShares)
}

// Share of all requests.
const UNANSWERED = 0.05
const BLOCKED_MS = 1000

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether requests get no answer. A loop that is blocked for a second makes connections time out;
 *   then the block is the finding
 */
function leavesUnanswered ({ ended, unansweredShare, stuck, longestBlockMs }) {
  return !ended && (unansweredShare >= UNANSWERED || stuck > 0) && longestBlockMs < BLOCKED_MS
}

// A request that fails at once waits for nothing.
const LATE_MS = 100

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether requests wait for long: if they also fail, that is why
 */
function isLate ({ latencyMs: { mean } }) {
  return mean >= LATE_MS
}

// Share of the file descriptors that a process may open.
const NEARLY = 0.9

/**
 * @param {import('../types/checkup').Descriptors} descriptors
 * @returns {number} of all kinds
 */
function descriptorCount ({ files, sockets, others }) {
  return files + sockets + others
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the process can hardly open another file or connection
 */
function hasNoDescriptor ({ openDescriptors: open }) {
  return open !== null && descriptorCount(open) >= mostDescriptors(open)
}

/** @param {{ limit: number | null }} open */
function mostDescriptors ({ limit }) {
  return Math.floor(NEARLY * (limit ?? Infinity))
}

// Share of requests without an answer.
const HARDLY_ANY = 0.9

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether the server answers hardly any request after the first ones
 */
function isLocked (window) {
  return leavesUnanswered(window) && (window.stuck > 0 || window.unansweredShare >= HARDLY_ANY)
}

/**
 * @param {import('../types/pipeline').Reading[]} loaded metrics snapshots of the main load
 * @returns {number} in cores; a server that uses less is at rest. One that still works on requests that their clients
 *   have abandoned uses about as much as under load
 */
function restingShare (loaded) {
  const [first, last] = [loaded[0], loaded[loaded.length - 1]]
  return loaded.length < 2 ? AT_REST : Math.min(AT_REST, Math.max(LITTLE_CPU, passedBetween(first, last).cpuShare / 2))
}

module.exports = {
  AT_REST,
  FULL,
  LONG_MS,
  NO_GENERATOR,
  areWorkers,
  askingShare,
  blocked,
  blockedShare,
  descriptorCount,
  full,
  hasNoDescriptor,
  isInSynchronousCalls,
  isLate,
  isLocked,
  isNowAndThen,
  leavesUnanswered,
  mostDescriptors,
  mostlyAsks,
  OPENED,
  restingShare,
  UNANSWERED
}
