'use strict'

const path = require('path')
const { isHttp2, originOf } = require('../process/exchange')
const { OperationalError } = require('../util/errors')
const { Latencies } = require('./histogram')
const { hasIds, sequenceOf, timeoutMsOf } = require('./requests')
const { conditions } = require('./workload')
const { isInstalled, programGenerator, runProgram } = require('./external-program')

/** @typedef {import('../types/pipeline').Load} Load */

const HISTOGRAM = path.join(__dirname, 'wrk.lua')
const REQUESTS = path.join(__dirname, 'wrk-requests.lua')
const US_PER_MS = 1000
const LONGEST_US = 6e7 // maximum latency accepted

/** @type {Record<string, number>} */
const MILLISECONDS = { us: 0.001, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Loads a server with wrk, on one thread. wrk supports whole seconds only. Its figures exclude the requests that are in
 * flight when it ends.
 *
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @returns {Promise<Load>}
 */
async function run (address, workload) {
  if (isHttp2(address)) throw new OperationalError('wrk does not support HTTP/2. Use --driver=built-in.')
  const { path, requests, connections, durationSeconds } = workload
  const seconds = Math.max(1, Math.round(durationSeconds))
  const conditional = await conditions(address, workload)
  // Command lines are visible to all users of the machine, and a query may contain a secret.
  const isRead = requests !== undefined || path.includes('?')
  const headers = Object.entries(conditional).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const { stdout, cpuShare } = await runProgram('wrk', [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--timeout',
    `${timeoutMsOf({ durationSeconds: seconds }) / 1000}s`,
    '--script',
    isRead ? REQUESTS : HISTOGRAM,
    ...headers,
    originOf(address) + (isRead ? '/' : path)
  ], { input: isRead ? toInput(sequenceOf(workload), conditional) : undefined })
  return { connections, ...read(stdout, connections), generatorCpuShare: cpuShare, generatorUtilization: cpuShare }
}

/**
 * @param {import('./requests').WholeRequest[]} sequence
 * @param {Record<string, string>} more headers to add to each request
 * @returns {Buffer} input of wrk-requests.lua: the number of requests, then each one, line by line, its body last
 */
function toInput (sequence, more) {
  const parts = sequence.flatMap(function (request) {
    // wrk adds a Host header unless there is one with exactly this spelling.
    const headers = Object.entries({ ...more, ...request.headers }).map(([name, value]) =>
      /^host$/i.test(name) ? ['Host', value] : [name, value]
    )
    const { method, path, body } = request
    const lines = [
      hasIds(request) ? 'each time anew' : 'always the same',
      method,
      path,
      headers.length,
      ...headers.flat(),
      Buffer.byteLength(body)
    ]
    return [`${lines.join('\n')}\n`, body, '\n']
  })
  return Buffer.concat([`${sequence.length}\n`, ...parts].map((part) => Buffer.from(part)))
}

/**
 * Parses the output of wrk with wrk.lua.
 *
 * @param {string} text
 * @param {number} connections
 * @returns {Omit<Load, 'connections' | 'generatorCpuShare' | 'generatorUtilization'>}
 * @throws {OperationalError} if it is not the output of wrk 4
 */
function read (text, connections) {
  const total = /(\d+) requests in ([\d.]+)(us|ms|s|m|h), ([\d.]+)([KMGT]?B) read/.exec(text)
  const summary = /^hot-path summary (\d+) (\d+)$/m.exec(text)
  if (!total || !summary) throw unreadable(text)
  const [durationUs, requests] = summary.slice(1).map(Number)
  if (!(durationUs > 0)) throw unreadable(text)
  const seconds = durationUs / 1e6
  const errors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/
    .exec(text)
    ?.slice(1)
    .map(Number) ?? [0, 0, 0, 0]
  return {
    driver: 'wrk',
    seconds,
    requests,
    requestsPerSecond: requests / seconds,
    bytesPerSecond:
      ((Number(total[4]) * 1024 ** ['B', 'KB', 'MB', 'GB', 'TB'].indexOf(total[5])) /
        milliseconds(total[2], total[3])) *
      1000,
    ...latenciesIn(text, { durationUs, requests, connections }).summary(),
    non2xx: Number(/Non-2xx or 3xx responses: (\d+)/.exec(text)?.[1] ?? 0),
    expected: 0, // wrk does not count a 304 as an error
    errors: errors.reduce((sum, count) => sum + count),
    timeouts: errors[3]
  }
}

/**
 * Returns the latencies that wrk measured. wrk corrects its histogram for coordinated omission before printing it: for
 * each latency n of at least twice the mean interval between a connection's requests, it adds requests that might have
 * been sent meanwhile. Their latencies are n - interval, n - 2 intervals, and so on above one interval. autocannon adds
 * none, and Little's law holds only for measured latencies. The additions are removed again, largest latency first.
 *
 * Source: wrk 4, src/stats.c, stats_correct(), and src/wrk.c, main().
 *
 * @param {string} text
 * @param {{ durationUs: number, requests: number, connections: number }} run
 */
function latenciesIn (text, { durationUs, requests, connections }) {
  const counts = new Map(
    Array.from(text.matchAll(/^hot-path latency (\d+) (\d+)$/gm), ([, us, count]) => [Number(us), Number(count)])
  )
  if (![...counts.keys()].every((us) => us <= LONGEST_US)) throw unreadable(text)
  const each = Math.floor(requests / connections)
  const intervalUs = each > 0 ? Math.max(1, Math.floor(durationUs / each)) : Infinity
  for (const us of [...counts.keys()].sort((a, b) => b - a)) {
    const count = counts.get(us) ?? 0
    if (us < 2 * intervalUs || count <= 0) continue
    for (let added = us - intervalUs; added > intervalUs; added -= intervalUs) {
      counts.set(added, (counts.get(added) ?? 0) - count)
    }
  }
  const latencies = new Latencies()
  for (const [us, count] of counts) latencies.record(us / US_PER_MS, Math.max(0, count))
  return latencies
}

/** @param {string} text */
function unreadable (text) {
  return new OperationalError(`the output of wrk cannot be read:\n${text.trim()}`)
}

/**
 * @param {string} value
 * @param {string} unit
 */
function milliseconds (value, unit) {
  return Number(value) * MILLISECONDS[unit]
}

/**
 * wrk does not report individual statuses, so it cannot exclude expected error responses from latency.
 *
 * @param {Partial<import('../types/pipeline').Workload>} workload
 */
function can ({ pace, expects = [] }) {
  return !pace && expects.every((status) => status < 400)
}

module.exports = {
  name: 'wrk',
  remedy: 'Debian: apt-get install wrk',
  available: () => isInstalled('wrk'),
  wholeSeconds: 1,
  can,
  open: programGenerator(run),
  read
}
