'use strict'

const { performance } = require('perf_hooks')
const autocannon = require('autocannon')
const { originOf } = require('../address')
const { conditions } = require('./conditions')

/** @typedef {import('../records').Address} Address */
/** @typedef {import('../records').Workload} Workload */
/** @typedef {import('../records').Load} Load */

/**
 * Puts load on a server with autocannon, in this process.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @param {import('.').Listeners} [options]
 * @returns {Promise<Load>}
 */
async function drive (address, workload, options) {
  return toLoad(await run(address, workload, options), workload)
}

/**
 * As `drive`, but gives autocannon's own result, for autocannon's own table.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @param {import('.').Listeners} [options]
 */
async function run (address, workload, { onProgress = () => {}, onAnswer } = {}) {
  const headers = await conditions(address, workload)
  /** @type {any} a promise and an event emitter in one, which its types do not know */
  const instance = autocannon({
    url: originOf(address) + workload.path,
    connections: workload.connections,
    duration: workload.durationSeconds,
    headers,
    // Where refusals are expected, latency is that of the other answers. A 304 is no refusal.
    excludeErrorStats: workload.expects !== undefined && !workload.revalidate,
    // autocannon ends at a whole number of these
    sampleInt: Number.isInteger(workload.durationSeconds) ? 1000 : 50
  })
  let seconds = 0
  instance.on('tick', () => onProgress(Math.min(1, ++seconds / workload.durationSeconds)))

  if (onAnswer) instance.on('response', (/** @type {any} */ _, /** @type {number} */ status, /** @type {number} */ __, /** @type {number} */ ms) => onAnswer(ms, status))

  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const begun = performance.now()
  /** @type {autocannon.Result} */
  const result = await instance
  const { user, system } = process.cpuUsage(cpu)
  return {
    ...result,
    generatorCpuShare: (user + system) / 1000 / (performance.now() - begun),
    generatorUtilization: performance.eventLoopUtilization(loop).utilization
  }
}

/**
 * @param {Awaited<ReturnType<typeof run>>} result
 * @param {Workload} workload
 * @returns {Load}
 */
function toLoad (result, { expects = [] }) {
  const seconds = (Number(result.finish) - Number(result.start)) / 1000
  const { mean, p50, p90, p99, max } = result.latency
  return {
    driver: 'autocannon',
    connections: result.connections,
    seconds,
    requests: result.requests.total,
    requestsPerSecond: result.requests.total / seconds,
    bytesPerSecond: result.throughput.total / seconds,
    latencyMs: { mean, p50, p90, p99, max },
    non2xx: result.non2xx,
    expected: expects.reduce((sum, status) => sum + (result.statusCodeStats?.[`${status}`]?.count ?? 0), 0),
    errors: result.errors,
    timeouts: result.timeouts,
    lost: Math.max(0, result.requests.sent - result.requests.total - result.connections),
    summaries: { requests: summary(result.requests), throughput: summary(result.throughput), latency: summary(result.latency) },
    generatorCpuShare: result.generatorCpuShare,
    generatorUtilization: result.generatorUtilization
  }
}

/** @param {{ mean: number, stddev: number }} histogram */
function summary ({ mean, stddev }) {
  return { mean, stddev }
}

module.exports = { name: 'autocannon', available: () => true, can: (/** @type {Partial<Workload>} */ { pace }) => !pace, drive, run }
