'use strict'

// How often a history of gates suspects a slowdown: histories that are drawn from the recorded gates of unchanged
// servers, on an idle machine.

const { ratio, suspectedIn } = require('hot-path/testing')
const { kinds } = require('./kinds')
const { random } = require('../../../packages/hot-path/test/support/noise')

const LEVEL = 0.95
const HISTORIES = 400
const GATES = 50
const SLOWDOWNS = 5
const EACH = 1.02
// With fewer gates, a pool repeats chance results.
const LEAST_OF_POOL = 10

/** @typedef {{ kind: string, ratio: number, standardError: number }} Recorded a gate: its ratio of CPU per request */

/**
 * @param {Recorded[]} recorded gates
 * @returns {{ histories: number, gates: number, alarmed: number, slowdowns: number, found: number }} `alarmed`: number
 *   of histories of `gates` unchanged commits with a suspicion; `found`: with one right after `slowdowns` of 2 % each
 */
function historyRates (recorded) {
  const pools = kinds
    .filter(({ slowdownPercent, neighbour }) => slowdownPercent === 0 && !neighbour)
    .map(({ id }) => recorded.filter(({ kind }) => kind === id).map(toEntry))
    .filter(({ length }) => length >= LEAST_OF_POOL)
  const uniform = random(1)
  let alarmed = 0
  let found = 0
  for (let i = 0; i < HISTORIES; i++) {
    const pool = pools[i % pools.length]
    const draw = (times = 1) => {
      const entry = pool[Math.floor(uniform() * pool.length)]
      return { ...entry, ratio: times * entry.ratio }
    }
    const unchanged = Array.from({ length: GATES }, () => draw())
    if (unchanged.some((_, at) => suspectedIn(unchanged.slice(0, at + 1)))) alarmed++
    const slower = [...unchanged.slice(0, SLOWDOWNS), ...Array.from({ length: SLOWDOWNS }, () => draw(EACH))]
    if (suspectedIn(slower)) found++
  }
  return { histories: HISTORIES, gates: GATES, alarmed, slowdowns: SLOWDOWNS, found }
}

/**
 * @param {Recorded} gate
 * @returns {Parameters<typeof suspectedIn>[0][number] & { ratio: number }}
 */
function toEntry ({ ratio, standardError }) {
  return { ratio, standardError, verdict: 'holds', baseline: '', candidate: '', date: '', name: '', version: 1 }
}

/**
 * @param {any} gate of results/gate-study.json
 * @returns {Recorded}
 */
function recordedOf ({ kind, rounds }) {
  const of = (/** @type {string} */ side) => rounds.map((/** @type {any} */ pair) => pair[side].serverCpuUsPerRequest)
  const { estimate, standardError } = ratio(of('candidate'), of('baseline'), LEVEL)
  return { kind, ratio: estimate, standardError }
}

module.exports = { historyRates, recordedOf }
