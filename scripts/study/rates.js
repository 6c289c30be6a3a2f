'use strict'

const { judgeGate } = require('../../harness/verdict')
const { ratio } = require('../../harness/statistics')
const gateCommand = require('../gate')
const { defaultOf } = require('../options')
const { kinds } = require('./kinds')
const { asOnePair, peers } = require('./peers')
const { random } = require('./random')

// What the gate command uses by default.
const LIMITS = { margin: defaultOf('margin', gateCommand), alarm: defaultOf('alarm', gateCommand) }
// Neighbouring rounds may resemble each other, so they are drawn together.
const BLOCK = 3
const RESAMPLED = 1000

/**
 * What the gate, and the two usual ways beside it, made of every kind of pair.
 *
 * @param {any} study results/gate-study.json
 */
function ratesOf (study) {
  return kinds.map(function (kind) {
    /** @type {any[][]} */
    const gates = study.gates.filter((/** @type {any} */ gate) => gate.kind === kind.id).map((/** @type {any} */ gate) => gate.rounds)
    const pairs = gates.flat()
    return {
      ...kind,
      gates: gates.length,
      pairs: pairs.length,
      trueRatio: pairs.length ? ratio(costs(pairs, 'candidate'), costs(pairs, 'baseline'), 0.95) : null,
      live: count(gates.map((/** @type {any} */ rounds) => judge(rounds, study.machine))),
      resampled: count(resample(gates, kind.id).map((rounds) => judge(rounds, study.machine))),
      peersOnPairs: peers(pairs),
      peersOnGates: peers(gates.map(asOnePair))
    }
  })
}

/**
 * @param {any[]} pairs
 * @param {string} side
 * @returns {number[]}
 */
function costs (pairs, side) {
  return pairs.map((pair) => pair[side].serverCpuUsPerRequest)
}

/**
 * @param {any[]} rounds
 * @param {{ cores: number }} machine
 */
function judge (rounds, machine) {
  const samples = rounds.flatMap((pair, i) => Object.entries(pair).map(([subject, sample]) => ({ subject, round: i + 1, driver: 'autocannon', ...sample })))
  return judgeGate(samples, machine, LIMITS).verdict
}

/**
 * More gates from the same rounds: blocks of neighbouring rounds, drawn with replacement from all gates of a kind.
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
      const from = Math.floor(uniform() * (gate.length - BLOCK + 1))
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
 * The largest rate that `none in n` is compatible with, at 95 %.
 *
 * Source: Clopper and Pearson, Biometrika 26 (1934); for none it is 1 - 0.05^(1/n), the "rule of three".
 *
 * @param {number} n
 */
function boundOfNone (n) {
  return 1 - 0.05 ** (1 / n)
}

module.exports = { boundOfNone, ratesOf }
