'use strict'

const { wholePercent } = require('hot-path/reporting')

/** @typedef {import('./measure').WriterSample} WriterSample */
/** @typedef {import('hot-path').Doubt} Doubt */

// A writer and its meter wait for a CPU for 0 to 2 % of the time where each has a core of its own, and for more than
// 20 % beside one other program that wants all it can get, on two cores.
const CROWDED = 0.1

/**
 * A writer and its meter have a core each, or take turns: two different things to measure.
 *
 * @param {WriterSample[]} samples
 * @returns {import('hot-path').Sample[]} each with what speaks against it, for the judge, who needs no
 *   more of
 *   it
 */
function withDoubts (samples) {
  return /** @type {any[]} */ (samples).map((sample) =>
    sample.waitShare >= CROWDED ? { ...sample, doubts: [crowded(sample)] } : sample
  )
}

/**
 * @param {WriterSample} sample
 * @returns {Doubt}
 */
function crowded ({ subject, waitShare }) {
  return {
    name: 'host-bound',
    spoils: ['bytesPerSecond', 'endShare'],
    sentence: `${subject} or its meter waited for a CPU for ${wholePercent(waitShare)} of the time: others take too much of the machine.`,
    remedy: 'Close other programs, and measure again.'
  }
}

module.exports = { withDoubts }
