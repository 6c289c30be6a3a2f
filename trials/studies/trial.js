'use strict'

// A trial of the check-up keeps what was measured, and not what was found in it: findings are pure functions, so that
// today's can be asked about every trial ever made.

const { findingsOf } = require('hot-path/testing')

const DIGITS = 4
// What a trial has nothing of that was made before the check-up looked for places.
const UNSEEN = {
  busyWith: null,
  workerThreads: [],
  childProcesses: [],
  waitShares: null,
  asksInTurn: null,
  connectionsTo: [],
  refusedWith: []
}

/** @typedef {import('hot-path').AnalysisWindow} AnalysisWindow */
/**
 * @typedef {{ fixture: string, node: string, connections: number, run: number, doctor?: string, window: object | null
 *   }} Trial
 */

/**
 * @param {object} [window] of a JSON record
 * @returns {object | null} the same, with four digits: enough to judge by, and half the size
 */
function toKept (window) {
  return window
    ? JSON.parse(
      JSON.stringify(window, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value))
    )
    : null
}

/**
 * @param {object | null} kept
 * @returns {string[]} names of what the check-up finds in it, weightiest first; none where there is nothing to judge
 */
function findingsIn (kept) {
  if (!kept) return []
  // JSON has no NaN. What is null in a window is a number that could not be told, but for what may be absent.
  const window = JSON.parse(JSON.stringify(kept), (key, value) =>
    value === null && !['ended', ...Object.keys(UNSEEN)].includes(key) ? NaN : value
  )
  return findingsOf(/** @type {AnalysisWindow} */ ({ ...UNSEEN, ...window })).map(({ name }) => name)
}

module.exports = { findingsIn, toKept }
