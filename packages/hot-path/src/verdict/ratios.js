'use strict'

const { withGoodPerSecond } = require('./question')
const { LEVEL, judge, levelOf } = require('./judge')
const { MARGIN } = require('./thresholds')

/** @typedef {import('../types/pipeline').Session} Session */
/** @typedef {import('../types/verdict').Judgement} Judgement */
/** @typedef {import('../types/comparison').Ratio} Ratio */

/**
 * Judges each other subject relative to the first. Per metric, the intervals are simultaneous 95 % intervals.
 *
 * @param {string[]} subjects ids
 * @param {Pick<Session, 'samples' | 'machine'> & Pick<Partial<import('../types/comparison').Comparison>, 'about'>}
 *   session
 * @returns {Ratio[]}
 */
function overFirst ([first, ...others], { samples, machine, about }) {
  const session = { samples: withGoodPerSecond(samples, about), machine }
  const level = levelOf(others.length)
  return others.map(function (subject) {
    const over = (/** @type {string} */ metric, /** @type {(ratio: number) => number} */ gain) =>
      judged(session, [subject, first], metric, gain, level)
    const { doubts, ...throughput } = over('goodPerSecond', (ratio) => ratio)
    const { doubts: _, ...cpu } = over('serverCpuUsPerRequest', (ratio) => 1 / ratio)
    const { doubts: __, ...p99 } = over('latencyMs.p99', (ratio) => 1 / ratio)
    return { subject, over: first, ...throughput, cpu, p99, doubts }
  })
}

/**
 * Judges the claim that one subject is better than another by 2 % or more.
 *
 * @param {Pick<Session, 'samples' | 'machine'>} session
 * @param {[subject: string, over: string]} pair
 * @param {string} metric
 * @param {(ratio: number) => number} gain converts a ratio to "times better"
 * @param {number} [level] coverage of the interval; for several comparisons, see levelOf
 * @returns {Judgement}
 */
function judged (session, [subject, over], metric, gain, level = LEVEL) {
  return judge({ metric, subject, over }, session, level, ({ low, high }) => verdictOn([gain(low), gain(high)]))
}

/**
 * @param {number[]} gains both ends of the interval
 * @returns {import('../types/verdict').Verdict} on the claim that there is a gain
 */
function verdictOn (gains) {
  if (gains.every((gain) => gain >= 1 + MARGIN)) return 'holds'
  return gains.every((gain) => gain <= 1 / (1 + MARGIN)) ? 'fails' : 'inconclusive'
}

module.exports = { judged, overFirst }
