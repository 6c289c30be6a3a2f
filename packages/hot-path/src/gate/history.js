'use strict'

// The history of gates: one line of JSON for each, in a file of the user's. Slowdowns that are too small for one gate
// add up in it.

const fs = require('fs')
const { OperationalError } = require('../util/errors')

/** @typedef {import('./gated').HistoryEntry} HistoryEntry */
/** @typedef {import('./gated').CumulativeCost} CumulativeCost */

const CPU = 'serverCpuUsPerRequest'
const VERSION = 1
// A window is suspected from this many standard errors on. Suspicion is cheap: a gate of its own decides. See
// trials/studies/gate/history.js for the error rates.
const SUSPECTED_FROM = 2
const LEAST_GATES = 2
const MOST_GATES = 50
// Standard errors on each side of a 95 % interval.
const SIDES = 1.96

/**
 * @param {string} file that may not exist yet
 * @returns {HistoryEntry[]}
 * @throws {OperationalError} if a line is not an entry
 */
function readHistory (file) {
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter((line) => line.trim() !== '')
  return lines.map(function (line, i) {
    const entry = parsed(line)
    if (isEntry(entry)) return entry
    throw new OperationalError(`${file} is not a history of gates: line ${i + 1} is ${line.slice(0, 40)}. Use another file, or repair it.`)
  })
}

/** @param {string} line */
function parsed (line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * @param {any} entry
 * @returns {entry is HistoryEntry}
 */
function isEntry (entry) {
  const texts = ['date', 'name', 'baseline', 'candidate', 'verdict']
  return entry?.version === VERSION && texts.every((key) => typeof entry[key] === 'string') && isCost(entry)
}

/** @param {any} entry */
function isCost ({ ratio, standardError }) {
  return (ratio === null && standardError === null) || (ratio > 0 && standardError > 0)
}

/** @typedef {Pick<import('./gated').Gated, 'about' | 'result'>} Judged */

/**
 * @param {Judged} gated
 * @param {{ baseline: string, candidate: string, date: string }} when commits, and the time
 * @returns {HistoryEntry}
 */
function toEntry ({ about, result }, { baseline, candidate, date }) {
  const { ratio, standardError } = result.witnesses[CPU]
  const isKnown = ratio !== null && standardError !== null && standardError > 0
  const cost = isKnown ? { ratio, standardError } : { ratio: null, standardError: null }
  return { version: VERSION, date, name: nameOf(about), baseline, candidate, verdict: result.verdict, ...cost }
}

/** @param {Judged['about']} about */
function nameOf ({ candidate, requests }) {
  return `${candidate}, ${requests}`
}

/**
 * Follows the gates back from the last one: the gate of a commit, then that of its baseline. Of two gates of a commit,
 * the later one counts: it may be a comparison with a much older commit.
 *
 * @param {HistoryEntry[]} entries oldest first
 * @param {Pick<Judged, 'about'>} gated
 * @returns {HistoryEntry[]} oldest first; each begins where the one before ends
 */
function chainOf (entries, { about }) {
  const own = entries.filter(({ name }) => name === nameOf(about))
  /** @type {HistoryEntry[]} */
  const chain = []
  for (let at = own.length - 1; at >= 0;) {
    const entry = own[at]
    chain.unshift(entry)
    at = own.findLastIndex((other, i) => i < at && other.candidate === entry.baseline)
  }
  return chain
}

/**
 * Multiplies the ratios up. The errors of gates are independent, so the variances of their logarithms add up.
 *
 * @param {HistoryEntry[]} chain
 * @returns {CumulativeCost[]} after each of its gates; those without a ratio are left out
 */
function cumulated (chain) {
  let log = 0
  let variance = 0
  return chain.flatMap(function ({ ratio, standardError, candidate, date }) {
    if (ratio === null || standardError === null) return []
    log += Math.log(ratio)
    variance += standardError ** 2
    const half = SIDES * Math.sqrt(variance)
    /** @type {[number, number]} */
    const interval = [Math.exp(log - half), Math.exp(log + half)]
    return [{ since: chain[0].baseline, candidate, date, ratio: Math.exp(log), interval }]
  })
}

/**
 * @param {HistoryEntry[]} chain
 * @returns {{ since: string, gates: number } | null} the latest gates that together look most like a slowdown, if any
 *   do; `since`: the commit before them. None of them failed: what has been reported is not reported again
 */
function suspectedIn (chain) {
  const failed = chain.findLastIndex(({ verdict }) => verdict === 'fails')
  const windows = chain.slice(failed + 1).slice(-MOST_GATES).map((_, i, all) => all.slice(i))
  const judged = windows
    .filter(({ length }) => length >= LEAST_GATES)
    .map((window) => ({ since: window[0].baseline, gates: window.length, errors: errorsOf(window) }))
    .sort((a, b) => b.errors - a.errors)
  const [{ errors, ...most } = { since: '', gates: 0, errors: 0 }] = judged
  return errors >= SUSPECTED_FROM ? most : null
}

/**
 * @param {HistoryEntry[]} window
 * @returns {number} by how many standard errors it is slower; 0 if nothing could be judged
 */
function errorsOf (window) {
  const known = window.filter(({ ratio }) => ratio !== null)
  const log = known.reduce((sum, { ratio }) => sum + Math.log(Number(ratio)), 0)
  const variance = known.reduce((sum, { standardError }) => sum + Number(standardError) ** 2, 0)
  return known.length > 0 ? log / Math.sqrt(variance) : 0
}

/**
 * @param {string} commit
 * @returns {string} as git abbreviates it
 */
function short (commit) {
  return commit.slice(0, 7)
}

/**
 * @param {string} file
 * @param {HistoryEntry[]} entries
 */
function appendHistory (file, entries) {
  fs.appendFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

module.exports = { appendHistory, chainOf, cumulated, readHistory, short, suspectedIn, toEntry }
