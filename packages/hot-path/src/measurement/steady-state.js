'use strict'

// Shorter windows contain too little work to show the cost.
const WINDOW_SECONDS = 0.25
const LEAST_WINDOWS = 7
const STEADY_WINDOWS = 6
const CHEAPER = 0.97

/**
 * Returns whether a server is warm: its minimum CPU time per request has not fallen by more than 3 % for six windows.
 *
 * A cold server becomes cheaper in steps, as V8 compiles hot functions. Other processes on the machine make single
 * windows more expensive and never much cheaper, so the minimum is the most stable measure. No such rule is certain. Of
 * well-known benchmarks on well-known virtual machines, a third never reach a steady state (Barrett, Bolz-Tereick,
 * Killick, Mount and Tratt, "Virtual Machine Warmup Blows Hot and Cold", OOPSLA 2017). Warm-up therefore has a limit,
 * and a sample whose cost still falls gets a validity warning (see verdict/validity.js).
 *
 * @param {number[]} costs CPU time per request, by window
 * @returns {boolean}
 */
function isSteady (costs) {
  if (costs.length < LEAST_WINDOWS) return false
  const before = Math.min(...costs.slice(0, -STEADY_WINDOWS))
  return Math.min(...costs.slice(-STEADY_WINDOWS)) >= CHEAPER * before
}

// Other processes come and go within 0.1 s, and the shorter the bursts, the more evenly they affect all servers. A
// burst must also be long relative to the time of one response, or most of it is start and end.
const SHORTEST_SECONDS = 0.02
// The responses of a waiting server come in waves. The half keeps the end of a burst away from the next wave; otherwise
// chance decides whether that wave counts. The throughput of a server that waits for 100 ms varied by 6 % from sample
// to sample with 2 responses, and by 0.6 % with 2.5.
const ANSWERS = 2.5

/**
 * Divides a sample into bursts that are as short as possible.
 *
 * @param {object} asked
 * @param {number} asked.durationSeconds of the whole sample
 * @param {number} asked.answerSeconds response time of the slowest server
 * @param {number} [asked.wholeSeconds] bursts last a multiple of this (Driver in types/load.d.ts)
 * @returns {{ count: number, burstSeconds: number }} `burstSeconds`: how long each burst sends; its last responses
 *   arrive later
 */
function burstsOf ({ durationSeconds, answerSeconds, wholeSeconds }) {
  const least = Math.max(SHORTEST_SECONDS, ANSWERS * answerSeconds)
  const burstSeconds = wholeSeconds ? wholeSeconds * Math.ceil(least / wholeSeconds) : least
  const wholeBurst = burstSeconds + (wholeSeconds ? 0 : answerSeconds)
  return { count: Math.max(1, Math.round(durationSeconds / wholeBurst)), burstSeconds }
}

/**
 * Orders a turn of bursts. The last server of a turn may run again at once, with warm caches, so each server is first
 * and last equally often.
 *
 * @template T
 * @param {T[]} list
 * @param {number} turn
 * @returns {T[]}
 */
function inTurn (list, turn) {
  const first = Math.floor(turn / 2) % list.length
  const rotated = [...list.slice(first), ...list.slice(0, first)]
  return turn % 2 ? rotated.reverse() : rotated
}

module.exports = { burstsOf, inTurn, isSteady, SHORTEST_SECONDS, WINDOW_SECONDS }
