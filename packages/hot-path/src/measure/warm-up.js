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
 * sample that still becomes cheaper is in doubt (see doubts.js).
 *
 * @param {number[]} costs CPU time for a request, window by window
 * @returns {boolean}
 */
function isSteady (costs) {
  if (costs.length < LEAST_WINDOWS) return false
  const before = Math.min(...costs.slice(0, -STEADY_WINDOWS))
  return Math.min(...costs.slice(-STEADY_WINDOWS)) >= CHEAPER * before
}

module.exports = { WINDOW_SECONDS, isSteady }
