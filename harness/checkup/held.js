'use strict'

/** @typedef {import('./records').Stretch} Stretch */

// Below half, the loop has time to spare, and what a request costs is not why it is late.
const BUSY = 0.5
// People notice a tenth of a second (Jakob Nielsen, "Usability Engineering", 1993); Clinic Doctor has the same limit.
const LONG_MS = 100
// One request in ten comes while the loop is held, and waits.
const LONG_SHARE = 0.1
// With many connections, a turn of the loop serves many cheap requests. That is a queue, and no block.
const CHEAP_MS = 0.25

/**
 * Is the event loop held: by every request, or every now and then for long? Whether it computes meanwhile or waits is
 * another question (see findings/event-loop.js and findings/sync-io.js).
 *
 * @param {Stretch} stretch
 * @param {{ limitMs: number, why: string }} each how long is too long for every request
 * @returns {import('./records').Evidence[] | null} `null` where it is not
 */
function held ({ ended, seconds, connections, loopUtilization, inLineShare, heldMsPerRequest: byTheClockMs, blocksMs, longestBlockMs }, { limitMs, why }) {
  if (ended?.how === 'hung') return [{ what: ended.words, value: null }]
  // Time in line for a core is the machine's fault (see findings/host-bound.js).
  const heldMsPerRequest = byTheClockMs * (1 - inLineShare)
  const longMs = Math.max(LONG_MS, 2 * connections * Math.min(CHEAP_MS, heldMsPerRequest || 0))
  const longShare = Math.min(1, blocksMs.filter((ms) => ms > longMs).reduce((sum, ms) => sum + ms, 0) / (1000 * seconds))
  const byEach = Number.isFinite(heldMsPerRequest) && heldMsPerRequest >= limitMs && loopUtilization >= BUSY
  const evidence = [
    { what: 'longest time that the event loop was held (ms)', value: longestBlockMs },
    ...(longShare >= LONG_SHARE
      ? [{ what: `share of the time that it was held for more than ${Math.round(longMs)} ms at a time`, value: longShare, limit: LONG_SHARE, why: 'Of requests that come at any moment, as many find it held, and wait.' }]
      : []),
    ...(byEach
      ? [{ what: 'main thread for each request (ms)', value: heldMsPerRequest, limit: limitMs, why }]
      : [])
  ]
  return evidence.length > 1 ? evidence : null
}

/**
 * @param {Stretch} stretch
 * @returns {number} how much of the time that the loop is held the thread does not compute: it waits, or the kernel
 *   works for it. Time in line for a core counts for neither.
 */
function blockedShare ({ computingShare, inLineShare }) {
  return Math.max(0, 1 - computingShare - inLineShare) / (1 - inLineShare)
}

module.exports = { blockedShare, held }
