'use strict'

// Thresholds that more than one judgement uses.

// Differences below 2 % count as no difference: always in a comparison, and by default (--margin) in a gate.
const MARGIN = 0.02

// The server and the load generator need one core each. On the usual two-core machine, half a core is a quarter of the
// capacity. On an idle machine, other programs took less than 0.2 cores in our study (results/checkup-study.json,
// othersShare).
const LEAST_CORES = 0.5
// On a machine with many cores, half a core is little; there the threshold is a tenth of all cores.
const LEAST_SHARE = 0.1

/**
 * @param {number} machineCores
 * @returns {number} the mean number of cores that other programs must use before a result can be attributed to them
 */
function noticeableCores (machineCores) {
  return Math.max(LEAST_CORES, LEAST_SHARE * machineCores)
}

module.exports = { MARGIN, noticeableCores }
