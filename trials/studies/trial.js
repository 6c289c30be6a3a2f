'use strict'

// A trial of the check-up keeps the measurements, not the findings. Findings are pure functions, so the current ones
// can be applied to every recorded trial.

const { findingsOf } = require('hot-path/testing')

const DIGITS = 4
// Fields that a trial lacks if it was recorded before the check-up had them.
const UNSEEN = {
  busyWith: null,
  isWhole: false,
  workerThreads: [],
  childProcesses: [],
  waitShares: null,
  asksInTurn: null,
  connectionsTo: [],
  refusedWith: [],
  grownMemory: [],
  grownDescriptors: [],
  openDescriptors: null,
  mostOpened: '',
  workersLeft: [],
  nativeGrowth: [],
  leastNativeBytes: 0,
  acceptsUpgrades: false,
  laterCostUs: NaN
}

/** @typedef {import('hot-path').AnalysisWindow} AnalysisWindow */
/**
 * @typedef {{ fixture: string, node: string, connections: number, run: number, doctor?: string, window: object | null
 *   }} Trial
 */

/**
 * @param {object} [window] of a JSON record
 * @returns {object | null} the window with four significant digits: enough to judge it, at half the size
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
 * @returns {string[]} names of the check-up's findings, by severity; empty without a window
 */
function findingsIn (kept) {
  if (!kept) return []
  // JSON has no NaN: null in a window is a number that could not be measured, except in fields that may be absent.
  const window = JSON.parse(JSON.stringify(kept), (key, value) =>
    value === null && !['ended', ...Object.keys(UNSEEN)].includes(key) ? NaN : value
  )
  return findingsOf(/** @type {AnalysisWindow} */ ({ ...UNSEEN, ...window })).map(({ name }) => name)
}

module.exports = { findingsIn, toKept }
