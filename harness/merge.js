'use strict'

const { median } = require('./statistics')

/** @typedef {import('./records').Load} Load */

/**
 * One load of several bursts. Counts add up; shares and means are weighted by time and by requests. Percentiles
 * cannot be added: the middle one of the bursts stands for all.
 *
 * @param {Load[]} loads
 * @returns {Load}
 */
function merged (loads) {
  const total = (/** @type {(load: Load) => number} */ read) => loads.reduce((all, load) => all + read(load), 0)
  const middle = (/** @type {(load: Load) => number} */ read) => median(loads.map(read))
  const seconds = total((load) => load.seconds)
  const requests = total((load) => load.requests)
  const perSecond = (/** @type {(load: Load) => number} */ read) => total((load) => read(load) * load.seconds) / seconds
  return {
    ...loads[0],
    seconds,
    requests,
    requestsPerSecond: requests / seconds,
    bytesPerSecond: perSecond((load) => load.bytesPerSecond),
    latencyMs: {
      mean: total((load) => load.latencyMs.mean * load.requests) / requests,
      p50: middle((load) => load.latencyMs.p50),
      p90: middle((load) => load.latencyMs.p90),
      p99: middle((load) => load.latencyMs.p99),
      max: Math.max(...loads.map((load) => load.latencyMs.max))
    },
    non2xx: total((load) => load.non2xx),
    expected: total((load) => load.expected),
    errors: total((load) => load.errors),
    timeouts: total((load) => load.timeouts),
    summaries: loads[0].summaries && {
      requests: pooled(loads, 'requests', (load) => load.seconds),
      throughput: pooled(loads, 'throughput', (load) => load.seconds),
      latency: pooled(loads, 'latency', (load) => load.requests)
    },
    generatorCpuShare: perSecond((load) => load.generatorCpuShare),
    generatorUtilization: perSecond((load) => load.generatorUtilization)
  }
}

/**
 * @template {Pick<Load, 'summaries'>} L
 * @param {L[]} loads
 * @param {'requests' | 'throughput' | 'latency'} name
 * @param {(load: L) => number} weight
 * @returns {{ mean: number, stddev: number }} of all of them together
 */
function pooled (loads, name, weight) {
  let [all, first, second] = [0, 0, 0]
  for (const load of loads) {
    const { mean, stddev } = load.summaries?.[name] ?? { mean: NaN, stddev: NaN }
    all += weight(load)
    first += weight(load) * mean
    second += weight(load) * (stddev ** 2 + mean ** 2)
  }
  const mean = first / all
  return { mean, stddev: Math.sqrt(Math.max(0, second / all - mean ** 2)) }
}

module.exports = { merged, pooled }
