'use strict'

const { judgeGate, ratio } = require('hot-path/testing')
const { defaultOf, gateCommand } = require('hot-path/command')
const { SUBJECTS, kinds } = require('./kinds')
const { asOnePair, peers } = require('./peers')
const { random } = require('../../../packages/hot-path/test/support/noise')

// The gate command's defaults.
const THRESHOLDS = { margin: defaultOf('margin', gateCommand), alarm: defaultOf('alarm', gateCommand) }
// Adjacent rounds may be correlated, so they are drawn in blocks.
const BLOCK = 3
const RESAMPLED = 1000

/**
 * Counts the verdicts of the gate and of two common methods, for every kind of pair.
 *
 * @param {any} study results/gate-study.json
 */
function ratesOf (study) {
  return kinds.map(function (kind) {
    /** @type {any[][]} */
    const gates = study.gates
      .filter((/** @type {any} */ gate) => gate.kind === kind.id)
      .map((/** @type {any} */ gate) => gate.rounds)
    const pairs = gates.flat()
    return {
      ...kind,
      gates: gates.length,
      pairs: pairs.length,
      trueRatio: pairs.length ? trueRatioOf(kind, pairs) : null,
      live: count(gates.map((/** @type {any} */ rounds) => judge(rounds, study.machine))),
      resampled: count(resample(gates, kind.id).map((rounds) => judge(rounds, study.machine))),
      peersOnPairs: peers(pairs),
      peersOnGates: peers(gates.map(asOnePair))
    }
  })
}

/**
 * Returns the true size of a slowdown: the ratio of CPU per request, or of time per request if the server slows itself.
 *
 * @param {import('./kinds').Kind} kind
 * @param {any[]} pairs
 */
function trueRatioOf ({ subject }, pairs) {
  const of = (/** @type {string} */ side, /** @type {string} */ metric) => pairs.map((pair) => pair[side][metric])
  if (SUBJECTS[/** @type {keyof typeof SUBJECTS} */ (subject)].slowedBy === 'itself') {
    return ratio(of('baseline', 'requestsPerSecond'), of('candidate', 'requestsPerSecond'), 0.95)
  }
  return ratio(of('candidate', 'serverCpuUsPerRequest'), of('baseline', 'serverCpuUsPerRequest'), 0.95)
}

/**
 * @param {any[]} rounds
 * @param {{ cores: number }} machine
 */
function judge (rounds, machine) {
  const samples = rounds.flatMap((pair, i) =>
    Object.entries(pair).map(([subject, sample]) => ({ subject, round: i + 1, driver: 'built-in', ...sample }))
  )
  return judgeGate(samples, machine, THRESHOLDS).verdict
}

/**
 * Builds more gates from the same rounds: blocks of adjacent rounds, drawn with replacement from all gates of a kind.
 *
 * @param {any[][]} gates
 * @param {string} seed
 */
function resample (gates, seed) {
  if (gates.length === 0) return []
  const uniform = random([...seed].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 7))
  const size = Math.min(...gates.map((rounds) => rounds.length))
  return Array.from({ length: RESAMPLED }, function () {
    const rounds = []
    while (rounds.length < size) {
      const gate = gates[Math.floor(uniform() * gates.length)]
      const from = Math.floor(uniform() * Math.max(1, gate.length - BLOCK + 1))
      rounds.push(...gate.slice(from, from + BLOCK))
    }
    return rounds.slice(0, size)
  })
}

/** @param {string[]} verdicts */
function count (verdicts) {
  const counts = { holds: 0, fails: 0, inconclusive: 0, invalid: 0 }
  for (const verdict of verdicts) counts[/** @type {keyof typeof counts} */ (verdict)]++
  return counts
}

/**
 * Returns the confidence interval of a counted rate.
 *
 * Source: Clopper and Pearson, "The Use of Confidence or Fiducial Limits", Biometrika 26 (1934).
 *
 * @param {number} found
 * @param {number} all
 * @param {number} [level] coverage, 0-1
 * @returns {[number, number]} shares; [0, 1] if `all` is 0
 */
function rateInterval (found, all, level = 0.95) {
  const tail = (1 - level) / 2
  const low = found === 0 ? 0 : bisect((rate) => 1 - binomialCdf(found - 1, all, rate) < tail)
  const high = found === all ? 1 : bisect((rate) => binomialCdf(found, all, rate) > tail)
  return [low, high]
}

/** @param {(rate: number) => boolean} isBelow whether a rate is below the wanted one */
function bisect (isBelow) {
  let [low, high] = [0, 1]
  for (let i = 0; i < 60; i++) {
    const between = (low + high) / 2
    if (isBelow(between)) low = between
    else high = between
  }
  return low
}

/**
 * @param {number} most
 * @param {number} all
 * @param {number} rate
 * @returns {number} probability of at most `most` hits in `all` trials
 */
function binomialCdf (most, all, rate) {
  let term = (1 - rate) ** all
  let sum = term
  for (let k = 1; k <= most; k++) {
    term *= (((all - k + 1) / k) * rate) / (1 - rate)
    sum += term
  }
  return sum
}

module.exports = { judge, rateInterval, ratesOf }
