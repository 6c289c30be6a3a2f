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

/**
 * @param {import('../types/pipeline').PassedTraffic} own
 * @param {import('../types/pipeline').PassedTraffic[]} others of processes that serve the same clients
 * @returns {import('../types/pipeline').PassedTraffic} sums; the event loop is the busiest one
 */
function passedTogether (own, others) {
  const all = [own, ...others]
  const sum = (/** @type {keyof typeof own} */ key) => all.reduce((total, one) => total + one[key], 0)
  return {
    seconds: own.seconds,
    requests: sum('requests'),
    requestsPerSecond: sum('requestsPerSecond'),
    non2xx: sum('non2xx'),
    loopUtilization: Math.max(...all.map((one) => one.loopUtilization)),
    cpuShare: sum('cpuShare')
  }
}

module.exports = { passedBetween, passedTogether }
