'use strict'

const compare = require('autocannon-compare')
const { pooled } = require('hot-path/testing')

/** @typedef {{ baseline: any, candidate: any }} Pair */

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
    fivePercentRule: pairs.filter(
      ({ baseline, candidate }) => candidate.requestsPerSecond < 0.95 * baseline.requestsPerSecond
    ).length,
    autocannonCompare: pairs.filter(
      ({ baseline, candidate }) => compare(forAutocannon(baseline), forAutocannon(candidate)).aWins
    ).length
  }
}

/**
 * All rounds of a gate as one long pair: what the usual ways could know in the same time.
 *
 * @param {Pair[]} rounds
 * @returns {Pair}
 */
function asOnePair (rounds) {
  return {
    baseline: asOneRun(rounds.map(({ baseline }) => baseline)),
    candidate: asOneRun(rounds.map(({ candidate }) => candidate))
  }
}

/** @param {any[]} samples */
function asOneRun (samples) {
  const total = (/** @type {string} */ key) => samples.reduce((sum, sample) => sum + sample[key], 0)
  return {
    requests: total('requests'),
    seconds: total('seconds'),
    bursts: total('bursts'),
    requestsPerSecond: total('requests') / total('seconds'),
    summaries: {
      requests: pooled(samples.map(({ summaries, seconds }) => ({ weight: seconds, ...summaries.requests }))),
      throughput: pooled(samples.map(({ summaries, seconds }) => ({ weight: seconds, ...summaries.throughput }))),
      latency: pooled(samples.map(({ summaries, requests }) => ({ weight: requests, ...summaries.latency })))
    }
  }
}

/**
 * autocannon-compare takes the duration for the number of readings, as autocannon reads once a second. Ours are bursts.
 *
 * @param {any} sample
 */
function forAutocannon ({ summaries, requests, bursts }) {
  return { ...summaries, requests: { ...summaries.requests, total: requests }, duration: bursts }
}

module.exports = { asOnePair, peers }
