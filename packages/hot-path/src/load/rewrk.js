'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../util/errors')
const { isInstalled, programGenerator, runProgram } = require('./external-program')

/** @typedef {import('../types/pipeline').Load} Load */

/**
 * Puts load on a server with rewrk, one thread. rewrk counts whole seconds. It asks for the
 * whole URL (`GET http://host/path`, as one asks a proxy), which some servers do not take for the path.
 *
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @returns {Promise<Load>}
 */
async function run (address, { path, connections, durationSeconds }) {
  const seconds = Math.max(1, Math.round(durationSeconds))
  const { stdout, cpuShare } = await runProgram('rewrk', [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--pct',
    '--json',
    '--host',
    originOf(address) + path
  ])
  return { connections, seconds, ...read(stdout, seconds), generatorCpuShare: cpuShare, generatorUtilization: cpuShare }
}

/**
 * Reads what `rewrk --json` prints. It does not tell statuses.
 *
 * @param {string} text
 * @param {number} seconds that it ran
 * @returns {Omit<Load, 'connections' | 'seconds' | 'generatorCpuShare' | 'generatorUtilization'>}
 * @throws {OperationalError} when it is not what rewrk 0.3 prints
 */
function read (text, seconds) {
  const result = parse(text)
  if (!Number.isFinite(result?.requests_total)) {
    throw new OperationalError(`rewrk printed something that we cannot read:\n${text.trim()}`)
  }
  const percentile = (/** @type {number} */ percent) =>
    result.latency_percentiles?.find(
      (/** @type {any} */ entry) => Number(entry.percentile?.toString().replace(/\D+/g, '')) === percent
    )?.time ?? NaN
  return {
    driver: 'rewrk',
    requests: result.requests_total,
    requestsPerSecond: result.requests_avg,
    bytesPerSecond: result.transfer_total / seconds,
    latencyMs: {
      mean: result.latency_avg,
      p50: percentile(50),
      p90: percentile(90),
      p99: percentile(99),
      max: result.latency_max
    },
    non2xx: NaN,
    expected: 0,
    errors: 0,
    timeouts: 0
  }
}

/** @param {string} text */
function parse (text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * rewrk tells no statuses at all, and sends `GET` to one path.
 *
 * @param {Partial<import('../types/pipeline').Workload>} workload
 */
function can ({ pace, expects, revalidate, requests }) {
  return !pace && !expects && !revalidate && !requests
}

module.exports = {
  name: 'rewrk',
  remedy: 'cargo install rewrk --locked',
  available: () => isInstalled('rewrk'),
  wholeUrl: true,
  wholeSeconds: 1,
  can,
  open: programGenerator(run),
  read
}
