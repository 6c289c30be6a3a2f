'use strict'

/** @typedef {import('../records').Load} Load */

/**
 * One load of several bursts. Counts add up; shares are weighted by time. Of bursts, the throughput is that of the
 * whole time, because a server is busy until its last answer. Latencies are left out: in bursts, most requests are sent
 * at their beginning, all at once. They come from an uninterrupted load.
 *
 * @param {Load[]} loads
 * @returns {Omit<Load, 'latencyMs' | 'latencyHistogram' | 'lateMs'>}
 */
function merged (loads) {
  const total = (/** @type {(load: Load) => number} */ read) => loads.reduce((all, load) => all + read(load), 0)
  const seconds = total((load) => load.seconds)
  const requests = total((load) => load.requests)
  const perSecond = (/** @type {(load: Load) => number} */ read) => total((load) => read(load) * load.seconds) / seconds
  const [{ driver, connections, generatorUtilizations: each }] = loads
  return {
    driver,
    connections,
    seconds,
    requests,
    requestsPerSecond: loads.length === 1 ? loads[0].requestsPerSecond : requests / seconds,
    bytesPerSecond: perSecond((load) => load.bytesPerSecond),
    non2xx: total((load) => load.non2xx),
    expected: total((load) => load.expected),
    errors: total((load) => load.errors),
    timeouts: total((load) => load.timeouts),
    generatorCpuShare: perSecond((load) => load.generatorCpuShare),
    generatorUtilization: perSecond((load) => load.generatorUtilization),
    ...(each && {
      generatorUtilizations: each.map((_, i) => perSecond((load) => load.generatorUtilizations?.[i] ?? NaN))
    })
  }
}

/**
 * Each burst as a reading, for tools that judge by readings (autocannon-compare).
 *
 * @param {Load[]} loads
 * @returns {Record<'requests' | 'throughput' | 'latency', { mean: number, stddev: number }>}
 */
function readingsOf (loads) {
  return {
    requests: pooled(loads.map((load) => ({ weight: load.seconds, mean: load.requestsPerSecond, stddev: 0 }))),
    throughput: pooled(loads.map((load) => ({ weight: load.seconds, mean: load.bytesPerSecond, stddev: 0 }))),
    latency: pooled(loads.map((load) => ({ weight: load.requests, mean: load.latencyMs.mean, stddev: 0 })))
  }
}

/**
 * @param {{ weight: number, mean: number, stddev: number }[]} parts
 * @returns {{ mean: number, stddev: number }} of all of them together
 */
function pooled (parts) {
  let [all, first, second] = [0, 0, 0]
  for (const { weight, mean, stddev } of parts) {
    all += weight
    first += weight * mean
    second += weight * (stddev ** 2 + mean ** 2)
  }
  const mean = first / all
  return { mean, stddev: Math.sqrt(Math.max(0, second / all - mean ** 2)) }
}

module.exports = { merged, pooled, readingsOf }
