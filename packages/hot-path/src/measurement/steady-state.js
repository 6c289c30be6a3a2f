'use strict'

// A window in which too little happens tells nothing of its cost.
const WINDOW_SECONDS = 0.25
const LEAST_WINDOWS = 7
const STEADY_WINDOWS = 6
const CHEAPER = 0.97

/**
 * Whether a server is warm: its CPU time for a request has found no new minimum, by more than 3 %, for six windows.
 *
 * A cold server becomes cheaper as V8 compiles what is hot, in steps. Neighbours on the machine make single windows
 * cost more and never much less, so the minimum is the steadiest witness of that. No rule of this kind is certain: of
 * well-known benchmarks on well-known virtual machines, a third never come to a steady state (Barrett, Bolz-Tereick,
 * Killick, Mount and Tratt, "Virtual Machine Warmup Blows Hot and Cold", OOPSLA 2017). So a warm-up has a limit, and a
 * sample that still becomes cheaper is in doubt (see verdict/validity.js).
 *
 * @param {number[]} costs CPU time for a request, window by window
 * @returns {boolean}
 */
function isSteady (costs) {
  if (costs.length < LEAST_WINDOWS) return false
  const before = Math.min(...costs.slice(0, -STEADY_WINDOWS))
  return Math.min(...costs.slice(-STEADY_WINDOWS)) >= CHEAPER * before
}

// Neighbours on the machine come and go within a tenth of a second, and the shorter the turns, the more alike they hit
// all subjects. A burst also has to be long beside the time of one answer, or most of it is beginning and end.
const SHORTEST_SECONDS = 0.02
// Of a server that waits, the answers come in waves. The half keeps the end of a burst away from where a wave falls, or
// chance would decide whether there is one more: the throughput of one waiting for 100 ms varied by 6 % from sample to
// sample with 2 answers, by 0.6 % with 2.5.
const ANSWERS = 2.5

/**
 * How a sample is divided into bursts, which are as short as they can be.
 *
 * @param {object} asked
 * @param {number} asked.durationSeconds of the whole sample
 * @param {number} asked.answerSeconds of the slowest subject, for one answer
 * @param {number} [asked.wholeSeconds] a burst lasts a multiple of so many seconds (see load/drivers.js)
 * @returns {{ count: number, burstSeconds: number }} `burstSeconds`: for how long each sends; its last answers come
 *   after that
 */
function burstsOf ({ durationSeconds, answerSeconds, wholeSeconds }) {
  const least = Math.max(SHORTEST_SECONDS, ANSWERS * answerSeconds)
  const burstSeconds = wholeSeconds ? wholeSeconds * Math.ceil(least / wholeSeconds) : least
  const wholeBurst = burstSeconds + (wholeSeconds ? 0 : answerSeconds)
  return { count: Math.max(1, Math.round(durationSeconds / wholeBurst)), burstSeconds }
}

module.exports = { burstsOf, isSteady, SHORTEST_SECONDS, WINDOW_SECONDS }
