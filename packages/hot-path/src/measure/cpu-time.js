'use strict'

// What a subject spent between two readings of itself. Pure.

/** @typedef {import('../records').ProcessMetrics} ProcessMetrics */
/**
 * @typedef {{ load: import('../records').Load, readings: ProcessMetrics[] }} Piece of load, with the readings before,
 *   halfway through and after it
 */

/**
 * @typedef {ReturnType<typeof spent>} Spent
 * @param {ProcessMetrics} before
 * @param {ProcessMetrics} after
 */
function spent (before, after) {
  return {
    requests: after.requests - before.requests,
    non2xx: after.non2xx - before.non2xx,
    cpuUs: after.cpuUserUs + after.cpuSystemUs - before.cpuUserUs - before.cpuSystemUs,
    elapsedMs: after.atMs - before.atMs,
    activeMs: after.loopActiveMs - before.loopActiveMs,
    idleMs: after.loopIdleMs - before.loopIdleMs,
    gcMs: after.gcMs - before.gcMs
  }
}

/**
 * @param {Pick<Spent, 'cpuUs' | 'requests'>} spent
 * @returns {number} CPU time for a request, microseconds
 */
function costOf ({ cpuUs, requests }) {
  return cpuUs / requests
}

/**
 * @param {Piece[]} pieces
 * @param {Spent[]} whole each of them
 * @returns {number} CPU per request in the second half over that in the first
 */
function growth (pieces, whole) {
  const [
    {
      readings: [before, middle, after]
    }
  ] = pieces
  const parts = whole.length > 1 ? whole : [spent(before, middle), spent(middle, after)]
  const half = parts.length / 2
  return costOf(sum(parts.slice(Math.ceil(half)))) / costOf(sum(parts.slice(0, Math.floor(half))))
}

/**
 * @param {Spent[]} pieces
 * @returns {Spent}
 */
function sum (pieces) {
  const total = { requests: 0, non2xx: 0, cpuUs: 0, elapsedMs: 0, activeMs: 0, idleMs: 0, gcMs: 0 }
  for (const piece of pieces) {
    for (const key of /** @type {(keyof Spent)[]} */ (Object.keys(total))) total[key] += piece[key]
  }
  return total
}

module.exports = { costOf, growth, spent, sum }
