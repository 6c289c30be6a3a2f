'use strict'

const { originOf } = require('../address')
const { Fault } = require('../fault')
const { conditions } = require('./conditions')
const { isInstalled, runProgram } = require('./program')

/** @typedef {import('../records').Load} Load */

/** @type {Record<string, number>} */
const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Puts load on a server with wrk, one thread. wrk counts whole seconds; a fraction is rounded up.
 *
 * @param {import('../records').Address} address
 * @param {import('../records').Workload} workload
 * @returns {Promise<Load>}
 */
async function drive (address, workload) {
  const { path, connections, durationSeconds } = workload
  const headers = Object.entries(await conditions(address, workload)).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const { stdout, cpuShare } = await runProgram('wrk', [
    '--threads', '1', '--connections', String(connections), '--duration', `${Math.ceil(durationSeconds)}s`,
    '--timeout', '10s', ...headers, '--latency', originOf(address) + path
  ])
  return { connections, ...read(stdout), generatorCpuShare: cpuShare, generatorUtilization: cpuShare }
}

/**
 * Reads what wrk prints.
 *
 * @param {string} text
 * @returns {Omit<Load, 'connections' | 'generatorCpuShare' | 'generatorUtilization'>}
 * @throws {Fault} when it is not what wrk 4 prints
 */
function read (text) {
  const total = /(\d+) requests in ([\d.]+)(us|ms|s|m|h), ([\d.]+)([KMGT]?B) read/.exec(text)
  const latency = /Latency\s+([\d.]+)(us|ms|s|m)\s+\S+\s+([\d.]+)(us|ms|s|m)/.exec(text)
  if (!total || !latency) throw new Fault(`wrk printed something that we cannot read:\n${text.trim()}`)
  const seconds = milliseconds(total[2], total[3]) / 1000
  const requests = Number(total[1])
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1).map(Number) ?? [0, 0, 0, 0]
  return {
    driver: 'wrk',
    seconds,
    requests,
    requestsPerSecond: requests / seconds,
    bytesPerSecond: Number(total[4]) * 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(total[5]) / seconds,
    latencyMs: {
      mean: milliseconds(latency[1], latency[2]),
      p50: percentile(text, 50),
      p90: percentile(text, 90),
      p99: percentile(text, 99),
      max: milliseconds(latency[3], latency[4])
    },
    non2xx: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
    expected: 0, // a 304 is no error to wrk
    errors: errors.reduce((sum, count) => sum + count),
    timeouts: errors[3]
  }
}

/**
 * @param {string} text
 * @param {number} percent
 */
function percentile (text, percent) {
  const found = new RegExp(`^\\s+${percent}%\\s+([\\d.]+)(us|ms|s|m)\\s*$`, 'm').exec(text)
  return found ? milliseconds(found[1], found[2]) : NaN
}

/**
 * @param {string} value
 * @param {string} unit
 */
function milliseconds (value, unit) {
  return Number(value) * MILLISECONDS[unit]
}

/**
 * wrk does not tell one status from another, so it cannot leave refusals out.
 *
 * @param {Partial<import('../records').Workload>} workload
 */
function can ({ pace, expects = [] }) {
  return !pace && expects.every((status) => status < 400)
}

module.exports = { name: 'wrk', remedy: 'Debian: apt-get install wrk', available: () => isInstalled('wrk'), can, drive, read }
