'use strict'

// What k6 tells of a load, as a record of ours. Pure.

const { OperationalError } = require('../base/operational-error')
const { Latencies } = require('./latency-histogram')
const { ANSWER_TIMEOUT_SECONDS } = require('./k6-script')

/** @typedef {import('../records').Load} Load */
/** @typedef {Record<string, number>} Values of one metric, by statistic: `count`, `avg`, `p(99)` */

// k6 keeps each latency until the end, and tells as many percentiles as it is asked for. These are close enough to make
// a histogram of: a thousandth of all requests lies between two of them, and less and less towards the slowest.
const RANKS = ranks([
  { from: 0, to: 99_0000, by: 1000 },
  { from: 99_0000, to: 99_9000, by: 100 },
  { from: 99_9000, to: 99_9900, by: 10 },
  { from: 99_9900, to: 99_9990, by: 1 },
  { from: 99_9990, to: 100_0000, by: 10 }
])

/** What k6 is asked for, in K6_SUMMARY_TREND_STATS. */
const TREND_STATS = ['count', 'avg', 'max', ...RANKS.map(nameOf)].join(',')

/** What k6 prints where the load begins, and where it ends: it needs CPU before and after, too. */
const MARKS = /** @type {[string, string]} */ (['hot-path: the load begins', 'hot-path: the load ends'])

const LATENCY = 'http_req_duration{expected_response:true}'
const LATENCY_FROM_DUE = 'latency_from_due'
const COUNTERS = [
  'http_reqs',
  'data_received',
  'dropped_iterations',
  'unanswered',
  'timed_out',
  'outside_2xx',
  'expected_outside_2xx'
]

/** What stands below a script that we run: it makes k6 print what `read` reads. */
const EPILOGUE = `
export function setup () { console.log('${MARKS[0]}') }
export function teardown () { console.log('${MARKS[1]}') }
export function handleSummary ({ metrics }) {
  const told = ${JSON.stringify([LATENCY, LATENCY_FROM_DUE, 'sent_late', ...COUNTERS])}
  return { stdout: JSON.stringify(Object.fromEntries(told.map((name) => [name, metrics[name] && metrics[name].values]))) }
}
`

/**
 * @param {{ from: number, to: number, by: number }[]} stretches in ten thousandths of a percent
 * @returns {number[]} the same
 */
function ranks (stretches) {
  return stretches.flatMap(({ from, to, by }) =>
    Array.from({ length: Math.round((to - from) / by) }, (_, i) => Math.min(to, from + (i + 1) * by))
  )
}

/** @param {number} rank in ten thousandths of a percent */
function nameOf (rank) {
  return `p(${rank / 10_000})`
}

/**
 * @param {string} text that k6 printed
 * @param {object} run
 * @param {number} run.connections
 * @param {number} run.durationSeconds for which requests were sent
 * @param {number} run.watchedSeconds from the first mark to the second
 * @param {boolean} run.isPaced
 * @returns {Omit<Load, 'generatorCpuShare' | 'generatorUtilization'>}
 * @throws {OperationalError} when it is not what k6 1.x prints
 */
function read (text, { connections, durationSeconds, watchedSeconds, isPaced }) {
  const metrics = parse(text)
  const count = (/** @type {string} */ name) => metrics[name]?.count ?? 0
  const timeouts = count('timed_out')
  const errors = count('unanswered')
  const requests = count('http_reqs') - errors
  const told = latenciesOf(metrics[isPaced ? LATENCY_FROM_DUE : LATENCY], timeouts)
  // Nothing is sent after the duration, so the last answer comes no later than the longest one takes.
  const longestSeconds = told.latencyMs.max / 1000 || ANSWER_TIMEOUT_SECONDS
  const seconds = Math.max(durationSeconds, Math.min(watchedSeconds, durationSeconds + longestSeconds))
  // In a closed loop, each connection has one request under way when the duration is over.
  const inTime = Math.max(0, requests - connections)
  return {
    driver: 'k6',
    connections,
    seconds,
    requests,
    requestsPerSecond: isPaced ? requests / seconds : inTime / durationSeconds,
    bytesPerSecond: count('data_received') / seconds,
    ...told,
    ...(isPaced && { lateMs: metrics.sent_late?.['p(99)'] ?? NaN, dropped: count('dropped_iterations') }),
    non2xx: count('outside_2xx'),
    expected: count('expected_outside_2xx'),
    errors,
    timeouts
  }
}

/**
 * @param {Values | undefined} values of the answers that came
 * @param {number} timeouts
 * @returns {Pick<Load, 'latencyMs' | 'latencyHistogram'>}
 */
function latenciesOf (values, timeouts) {
  const latencies = new Latencies()
  const { count = 0, avg = 0, max = NaN } = values ?? {}
  let before = 0
  for (const rank of RANKS) {
    // Of n sorted values, k6 takes the one at p × (n - 1), counted from 0 (metrics/sink.go).
    const upTo = count ? Math.floor((rank / 1e6) * (count - 1) + 1e-6) + 1 : 0
    latencies.record(values?.[nameOf(rank)] ?? NaN, upTo - before)
    before = upTo
  }
  const timeoutMs = 1000 * ANSWER_TIMEOUT_SECONDS
  latencies.record(timeoutMs, timeouts) // at least
  const summary = latencies.summary()
  const mean = (count * avg + timeouts * timeoutMs) / (count + timeouts)
  return { ...summary, latencyMs: { ...summary.latencyMs, mean, max: timeouts ? Math.max(max || 0, timeoutMs) : max } }
}

/**
 * @param {string} text
 * @returns {Record<string, Values>}
 */
function parse (text) {
  try {
    const metrics = JSON.parse(text)
    if (typeof metrics === 'object' && metrics !== null && !Array.isArray(metrics)) return metrics
  } catch {}
  throw new OperationalError(`k6 printed something that we cannot read:\n${text.trim().slice(0, 1000)}`)
}

/**
 * @param {string} stderr of k6
 * @returns {string} the first error that it told
 */
function complaintIn (stderr) {
  const [, quoted] = /level=(?:error|fatal) msg=("(?:[^"\\]|\\.)*"|\S+)/.exec(stderr) ?? []
  if (quoted === undefined) return stderr.trim().split('\n').slice(-1)[0].slice(0, 500)
  const text = quoted.startsWith('"') ? unquoted(quoted) : quoted
  return text.split('\n')[0].slice(0, 500)
}

/** @param {string} quoted as Go quotes a text */
function unquoted (quoted) {
  try {
    return JSON.parse(quoted)
  } catch {
    return quoted.slice(1, -1)
  }
}

module.exports = { EPILOGUE, MARKS, RANKS, TREND_STATS, complaintIn, nameOf, read }
