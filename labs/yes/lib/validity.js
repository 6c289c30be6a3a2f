'use strict'

const { wholePercent } = require('hot-path/reporting')

/** @typedef {import('./measure').WriterSample} WriterSample */
/** @typedef {import('hot-path').Doubt} Doubt */

// A writer and its meter wait for a CPU for 0 to 2 % of the time if each has a core, and for more than 20 % beside one
// other CPU-bound program, on two cores.
const CROWDED = 0.1

/**
 * Adds a validity warning to samples in which writer and meter had to share a core: that measures something else.
 *
 * @param {WriterSample[]} samples
 * @returns {import('hot-path').Sample[]} with their warnings; they have only the fields that the judge needs
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
    sentence: `CPU contention: ${subject} or its meter waited for a CPU for ${wholePercent(waitShare)} of the time.`,
    remedy: 'Close other programs and run the lab again.'
  }
}

module.exports = { withDoubts }
