'use strict'

const compare = require('autocannon-compare')
const { pooled } = require('hot-path/testing')

/** @typedef {{ baseline: any, candidate: any }} Pair */

/**
 * Judges pairs of runs by two common methods.
 *
 * @param {Pair[]} pairs
 * @returns {{ count: number, fivePercentRule: number, autocannonCompare: number }} number of pairs, and of those in
 *   which each method calls the candidate slower
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
 * Merges all rounds of a gate into one long pair: what the common methods could measure in the same time.
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
 * autocannon reads once per second, so autocannon-compare uses the duration as sample count. Here, that is the bursts.
 *
 * @param {any} sample
 */
function forAutocannon ({ summaries, requests, bursts }) {
  return { ...summaries, requests: { ...summaries.requests, total: requests }, duration: bursts }
}

module.exports = { asOnePair, peers }
