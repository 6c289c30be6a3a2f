'use strict'

/**
 * Returns the traffic that a process served between two metrics snapshots.
 *
 * @param {import('../types/pipeline').ProcessMetrics} before
 * @param {import('../types/pipeline').ProcessMetrics} after
 * @returns {import('../types/pipeline').PassedTraffic}
 */
function passedBetween (before, after) {
  const elapsedMs = after.atMs - before.atMs
  const gain = (/** @type {keyof import('../types/pipeline').ProcessMetrics} */ key) => after[key] - before[key]
  const requests = gain('requests')
  return {
    seconds: elapsedMs / 1000,
    requests,
    requestsPerSecond: (1000 * requests) / elapsedMs,
    non2xx: gain('non2xx'),
    loopUtilization: gain('loopActiveMs') / (gain('loopActiveMs') + gain('loopIdleMs')),
    cpuShare: (gain('cpuUserUs') + gain('cpuSystemUs')) / 1000 / elapsedMs
  }
}

module.exports = { passedBetween }
