'use strict'

/** @typedef {import('../types/pipeline').Load} Load */

/**
 * Merges several bursts into one load. Counts are added; shares are weighted by time. The throughput of several bursts
 * is that of their whole time, because a server is busy until its last response. Latencies are left out: most requests
 * of a burst are sent at once, when it begins. They come from an uninterrupted load.
 *
 * @param {Load[]} loads
 * @returns {Omit<Load, 'latencyMs' | 'latencyHistogram' | 'lateMs'>}
 */
function merged (loads) {
  const total = (/** @type {(load: Load) => number} */ read) => loads.reduce((all, load) => all + read(load), 0)
  const seconds = total((load) => load.seconds)
  const requests = total((load) => load.requests)
  const perSecond = (/** @type {(load: Load) => number} */ read) => total((load) => read(load) * load.seconds) / seconds
  const [{ driver, connections }] = loads
  const lostWorkers = Math.max(...loads.map((load) => load.lostWorkers ?? 0))
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
    ...(lostWorkers > 0 && { lostWorkers }),
    generatorCpuShare: perSecond((load) => load.generatorCpuShare),
    generatorUtilization: perSecond((load) => load.generatorUtilization)
  }
}

/**
 * Summarises bursts, each as one observation, for tools that judge by observations (autocannon-compare).
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
 * @returns {{ mean: number, stddev: number }} of all parts combined
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

// What a server used between two metrics snapshots. Pure functions.

/** @typedef {import('../types/pipeline').ProcessMetrics} ProcessMetrics */
/**
 * @typedef {{ load: import('../types/pipeline').Load, readings: ProcessMetrics[] }} Piece of load, with metrics
 *   snapshots before, halfway through and after it
 */

/**
 * @typedef {ReturnType<typeof spent>} Spent
 * @param {ProcessMetrics} before
 * @param {ProcessMetrics} after
 */
function spent (before, after) {
  return {
    requests: after.requests - before.requests,
    non2xx: after.non2xx - before.non2xx,
    cpuUs: after.cpuUserUs + after.cpuSystemUs - before.cpuUserUs - before.cpuSystemUs,
    elapsedMs: after.atMs - before.atMs,
    activeMs: after.loopActiveMs - before.loopActiveMs,
    idleMs: after.loopIdleMs - before.loopIdleMs,
    gcMs: after.gcMs - before.gcMs
  }
}

/**
 * @param {Pick<Spent, 'cpuUs' | 'requests'>} spent
 * @returns {number} CPU time per request, µs
 */
function costOf ({ cpuUs, requests }) {
  return cpuUs / requests
}

/**
 * @param {Piece[]} pieces
 * @param {Spent[]} whole what each piece used
 * @returns {number} CPU per request in the second half, divided by that in the first half
 */
function growth (pieces, whole) {
  const [
    {
      readings: [before, middle, after]
    }
  ] = pieces
  const parts = whole.length > 1 ? whole : [spent(before, middle), spent(middle, after)]
  const half = parts.length / 2
  return costOf(sum(parts.slice(Math.ceil(half)))) / costOf(sum(parts.slice(0, Math.floor(half))))
}

/**
 * @param {Spent[]} pieces
 * @returns {Spent}
 */
function sum (pieces) {
  const total = { requests: 0, non2xx: 0, cpuUs: 0, elapsedMs: 0, activeMs: 0, idleMs: 0, gcMs: 0 }
  for (const piece of pieces) {
    for (const key of /** @type {(keyof Spent)[]} */ (Object.keys(total))) total[key] += piece[key]
  }
  return total
}

module.exports = { costOf, growth, merged, pooled, readingsOf, spent, sum }
