'use strict'

// Thresholds that more than one judgement uses.

// Differences below 2 % are treated as no difference: by a comparison always, by a gate unless --margin says otherwise.
const MARGIN = 0.02

// The server and the load generator want a core each. On the usual machine of two cores, half a core is a quarter of
// all there is; our trials on a quiet machine saw others take less than 0.2 cores (results/checkup-study.json,
// othersShare).
const LEAST_CORES = 0.5
// On a machine with many cores half a core is little: there a tenth of all cores is the threshold.
const LEAST_SHARE = 0.1

/**
 * @param {number} machineCores
 * @returns {number} how many cores other programs have to take, on average, before a result can be put down to them
 */
function noticeableCores (machineCores) {
  return Math.max(LEAST_CORES, LEAST_SHARE * machineCores)
}

module.exports = { MARGIN, noticeableCores }
