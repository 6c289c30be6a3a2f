'use strict'

const { align } = require('./align')
const { ratio } = require('./statistics')
const { LEVEL } = require('./verdict')

/** @typedef {import('./records').Session} Session */
/** @typedef {import('./comparison/records').Ratio} Ratio */

// As in a gate: what differs by less is the same for anybody who has to pay for it.
const MARGIN = 0.02

/**
 * Each subject but the first, beside the first: is it faster?
 *
 * @param {string[]} subjects ids
 * @param {Pick<Session, 'samples' | 'machine'>} session
 * @returns {Ratio[]}
 */
function overFirst ([first, ...others], session) {
  return others.map(function (subject) {
    const { doubts, ...throughput } = judged(session, [subject, first], 'requestsPerSecond', (ratio) => ratio)
    const { doubts: _, ...cpu } = judged(session, [subject, first], 'serverCpuUsPerRequest', (ratio) => 1 / ratio)
    return { subject, over: first, ...throughput, cpu, doubts }
  })
}

/**
 * @param {Pick<Session, 'samples' | 'machine'>} session
 * @param {[subject: string, over: string]} pair
 * @param {string} metric
 * @param {(ratio: number) => number} gain how many times better a ratio is
 * @param {{ floor?: boolean }} [options] see align
 */
function judged ({ samples, machine }, pair, metric, gain, { floor } = {}) {
  const { series, doubts, few, isFloor } = align(samples, pair, metric, machine, { floor })
  if (few) return { ratio: null, interval: null, verdict: /** @type {const} */ ('invalid'), doubts }
  const { estimate, low, high } = ratio(series[0], series[1], LEVEL)
  const verdict = verdictOn([gain(low), gain(high)])
  return {
    ratio: estimate,
    interval: /** @type {[number, number]} */ ([low, high]),
    // Too few rounds leave the interval without bounds, which says by itself that nothing can be told.
    verdict: isFloor && verdict === 'fails' ? 'inconclusive' : verdict,
    doubts
  }
}

/**
 * @param {number[]} gains both ends of the interval
 * @returns {import('./records').Verdict} on the claim that there is a gain
 */
function verdictOn (gains) {
  if (gains.every((gain) => gain >= 1 + MARGIN)) return 'holds'
  return gains.every((gain) => gain <= 1 / (1 + MARGIN)) ? 'fails' : 'inconclusive'
}

module.exports = { judged, overFirst }
