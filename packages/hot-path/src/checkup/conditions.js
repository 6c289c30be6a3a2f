'use strict'

// What a server does to ask other servers: a database, a service.

/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */

const SEVERAL = 3
// Of the time that the main thread is busy. Below half, something else keeps it as busy.
const MOSTLY = 0.5

/**
 * What a main thread is busy with. One that asks others can be busy with asking, while its requests wait: it has
 * connections of its own, so that there are more than those of the load.
 *
 * @param {AnalysisWindow} window
 * @returns {(keyof import('../types/checkup').Looks)[]}
 */
function looksAtBusy ({ resources, connections }) {
  return (resources.TCPSocketWrap ?? 0) > connections ? ['cpu', 'waits'] : ['cpu']
}

/**
 * What Node's own HTTP client does is known. A driver of a database writes to its sockets itself, and that cannot be
 * told from what the server writes: of the network's part, as much is asking as there are questions among all that is
 * asked and answered.
 *
 * @param {AnalysisWindow} window
 * @returns {number} of the time that the main thread was busy, 0-1; 0 where nobody looked
 */
function askingShare ({ busyWith, asksInTurn }) {
  if (!busyWith) return 0
  const ofNetwork = asksInTurn !== null && asksInTurn >= SEVERAL ? asksInTurn / (asksInTurn + 1) : 0
  return busyWith.client + ofNetwork * busyWith.node
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether each request asks several times, one after another, and does hardly anything else: then
 *   the main thread is busy because requests wait, and not the other way round
 */
function onlyAsksInTurn (window) {
  const { asksInTurn, busyWith } = window
  if (asksInTurn === null || asksInTurn < SEVERAL || !busyWith) return false
  return askingShare(window) >= MOSTLY && busyWith.own < MOSTLY
}

// Below half, the loop has time to spare, and what a request costs is not why it is late.
const BUSY = 0.5
// People notice a tenth of a second (Jakob Nielsen, "Usability Engineering", 1993); Clinic Doctor's threshold is the
// same.
const LONG_MS = 100
// One request in ten comes while the loop is blocked, and waits.
const LONG_SHARE = 0.1
// With many connections, a turn of the loop serves many cheap requests. That is a queue, and no block.
const CHEAP_MS = 0.25

// A loop is full before it has no time left at all: while a closed loop's requests are on their way, it waits.
const FULL = 0.85

const MS = /** @type {const} */ ('ms')
const SHARE = /** @type {const} */ ('share')

/**
 * Is the event loop blocked: by every request, or every now and then for long? Whether it computes meanwhile or waits
 * is another question (see findings/event-loop.js and findings/sync-io.js).
 *
 * @param {AnalysisWindow} window
 * @param {{ thresholdMs: number, why: string }} each how long is too long for every request
 * @returns {{ evidence: import('../types/checkup').Evidence[], explainable: boolean } | null} `null` where it is not.
 *   `explainable`: whether it can be so because the thread waited for a core
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
  if (ended?.how === 'hung') return { evidence: [{ what: ended.words, value: null }], explainable: false }
  // Time spent waiting for a core is not the server's doing (see findings/host-bound.js).
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
            what: `of the time, the event loop was blocked for more than ${Math.round(longMs)} ms at a time`,
            value: longShare,
            unit: SHARE,
            threshold: LONG_SHARE,
            why: 'This share of your users has to wait.'
          }
        ]
      : []),
    ...(byEach
      ? [
          {
            what: 'time that each request keeps the main thread busy',
            value: blockedMsPerRequest,
            unit: MS,
            threshold: thresholdMs,
            why
          }
        ]
      : [])
  ]
  // Where the system does not tell how long the thread waited for a core, that is 0, and the wait is not taken out.
  return evidence.length > 1 ? { evidence, explainable: !byEach || runQueueShare === 0 } : null
}

/**
 * @param {AnalysisWindow} window
 * @returns {number} how much of the time that the loop is busy the thread does not compute: it waits, or the kernel
 *   works for it. Time spent waiting for a core counts for neither.
 */
function blockedShare ({ userCpuShare, runQueueShare }) {
  return Math.max(0, 1 - userCpuShare - runQueueShare) / (1 - runQueueShare)
}

/**
 * @param {AnalysisWindow} window
 * @returns {boolean} whether synchronous calls take most of the time that the main thread is busy. The kernel answers
 *   many of them from memory, and then the thread hardly sleeps.
 */
function isInSynchronousCalls ({ busyWith }) {
  return busyWith !== null && busyWith.synchronousCalls >= MOSTLY
}

/**
 * @param {AnalysisWindow} window
 * @returns {import('../types/checkup').Evidence | null} that the loop has no time left; null where it has
 */
function full ({ loopUtilization, runQueueShare }) {
  const value = loopUtilization * (1 - runQueueShare)
  if (!(value >= FULL)) return null
  const what = 'event-loop utilisation, without the time that the main thread waited for a core'
  return { what, value, unit: SHARE, threshold: FULL, why: 'Below this, the event loop has time to spare.' }
}

module.exports = { askingShare, blocked, blockedShare, full, isInSynchronousCalls, looksAtBusy, onlyAsksInTurn }
