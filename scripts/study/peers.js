'use strict'

const compare = require('autocannon-compare')
const { pooled } = require('../../harness/merge')

/** @typedef {{ baseline: any, candidate: any }} Pair */

// autocannon-compare takes the duration for the number of readings, as autocannon reads once a second by default.
// Ours were read every 0.05 s.
const SECONDS_PER_READING = 0.05

/**
 * How two usual ways judge pairs of runs.
 *
 * @param {Pair[]} pairs
 * @returns {{ count: number, fivePercentRule: number, autocannonCompare: number }} how many pairs there are, and in
 *   how many of them each way calls the candidate slower
 */
function peers (pairs) {
  return {
    count: pairs.length,
    fivePercentRule: pairs.filter(({ baseline, candidate }) => candidate.requestsPerSecond < 0.95 * baseline.requestsPerSecond).length,
    autocannonCompare: pairs.filter(({ baseline, candidate }) => compare(forAutocannon(baseline), forAutocannon(candidate)).aWins).length
  }
}

/**
 * All rounds of a gate as one long pair: what the usual ways could know in the same time.
 *
 * @param {Pair[]} rounds
 * @returns {Pair}
 */
function asOnePair (rounds) {
  return { baseline: asOneRun(rounds.map(({ baseline }) => baseline)), candidate: asOneRun(rounds.map(({ candidate }) => candidate)) }
}

/** @param {any[]} samples */
function asOneRun (samples) {
  const total = (/** @type {string} */ key) => samples.reduce((sum, sample) => sum + sample[key], 0)
  return {
    requests: total('requests'),
    seconds: total('seconds'),
    requestsPerSecond: total('requests') / total('seconds'),
    summaries: {
      requests: pooled(samples, 'requests', ({ seconds }) => seconds),
      throughput: pooled(samples, 'throughput', ({ seconds }) => seconds),
      latency: pooled(samples, 'latency', ({ requests }) => requests)
    }
  }
}

/** @param {any} sample */
function forAutocannon ({ summaries, requests, seconds }) {
  return { ...summaries, requests: { ...summaries.requests, total: requests }, duration: Math.round(seconds / SECONDS_PER_READING) }
}

module.exports = { asOnePair, peers }
