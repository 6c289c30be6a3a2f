'use strict'

const { doubtsAbout, doubtsOf, doubtTexts, isGeneratorBound, littlesLaw, median } = require('hot-path/testing')
const { grouped, rounded, withInterval } = require('hot-path/reporting')

/** @typedef {import('./records').Mode} Mode */
/** @typedef {import('./records').BenchmarkRatio} BenchmarkRatio */
/** @typedef {import('./records').BenchmarkRecord} BenchmarkRecord */
/** @typedef {import('./records').BenchmarkSample} BenchmarkSample */
/** @typedef {ReturnType<typeof summaryOf>[0]} Row */

// Utilisation at which a thread is saturated, as in verdict/validity.js.
const FULL = 0.95
// Throughput times mean latency is the number of connections (Little, Operations Research 9, 1961). If it is less, the
// generator, which has no core to itself, delayed the next requests. The latencies do not contain that time.
const LITTLE = { least: 0.9, most: 1.1 }
// Share of the requests due at the constant rate. With less, the rate was too high for the server.
const CARRIED = 0.95
// Timers have a resolution of 1 ms, so delays of 1 to 2 ms are harmless. Requests 10 ms late are sent in bunches.
const LATE_MS = 10

/**
 * Returns the figures of all contestants in one mode for tables: medians of all rounds.
 *
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 */
function summaryOf ({ subjects, titles, samples, failed, ratios, machine, plan }, mode) {
  return subjects.map(function (id) {
    const own = samples.filter((sample) => sample.subject === id && sample.mode === mode)
    const middle = (/** @type {(sample: BenchmarkSample) => number} */ read) =>
      own.length ? median(own.map(read)) : NaN
    const find = (/** @type {(ratio: BenchmarkRatio) => boolean} */ is) =>
      ratios.find((ratio) => ratio.subject === id && ratio.mode === mode && is(ratio)) ?? null
    const pace = middle(({ steady }) => steady.requestsPerSecond)
    return {
      id,
      title: titles[id],
      failure: failed.find((failure) => failure.subject === id && failure.mode === mode)?.why ?? null,
      bottleneck: bottleneckOf(own, machine),
      overBase: find(({ over }) => over !== id),
      overSingle: find(({ over }) => over === id),
      requestsPerSecond: middle((sample) => sample.requestsPerSecond),
      cpuUs: middle((sample) => sample.serverCpuUsPerRequest),
      latencyMs: isWhole(own) ? latencies(own, (sample) => sample.latencyMs) : { p50: NaN, p99: NaN, max: NaN },
      idleMb: middle((sample) => sample.idleRssBytes / 1e6),
      loadMb: middle((sample) => sample.rssBytes / 1e6),
      steady: {
        requestsPerSecond: pace,
        isCarried: pace >= CARRIED * plan.steady.requestsPerSecond,
        latencyMs: latencies(own, ({ steady }) => steady.latencyMs),
        lateMs: middle(({ steady }) => steady.lateMs ?? NaN)
      }
    }
  })
}

/**
 * @param {BenchmarkSample[]} own
 * @param {(sample: BenchmarkSample) => BenchmarkSample['latencyMs']} read
 */
function latencies (own, read) {
  const middle = (/** @type {'p50' | 'p99' | 'max'} */ name) =>
    own.length ? median(own.map((sample) => read(sample)[name])) : NaN
  return { p50: middle('p50'), p99: middle('p99'), max: middle('max') }
}

/**
 * @param {BenchmarkSample[]} own
 * @returns {boolean} whether the latencies contain the whole time of a request
 */
function isWhole (own) {
  const share = own.length ? median(own.map((sample) => littlesLaw(sample))) : NaN
  return share >= LITTLE.least && share <= LITTLE.most
}

/**
 * @param {number} ms
 * @returns {string}
 */
function latencyText (ms) {
  return rounded(ms) + (Number.isFinite(ms) ? ' ms' : '')
}

/**
 * Returns what limited the throughput.
 *
 * @param {BenchmarkSample[]} own samples of one contestant in one mode
 * @param {{ cores: number }} machine
 * @returns {'errors' | 'server' | 'generator' | 'host' | 'none' | 'unknown'} `errors`: wrong or missing
 *   answers; `generator`, `host`: the server may be faster than measured; `none`: no saturation
 */
function bottleneckOf (own, machine) {
  const most = (/** @type {(sample: BenchmarkSample) => boolean} */ is) => own.filter(is).length > own.length / 2
  const has = (/** @type {string} */ wanted) => (/** @type {any} */ sample) =>
    doubtsOf(sample, machine).some(({ name }) => name === wanted)
  if (own.some((sample) => has('errors')(sample) || has('refusals')(sample) || has('silence')(sample))) return 'errors'
  if (most(({ loopUtilization }) => loopUtilization >= FULL)) return 'server'
  if (most(({ generatorUtilization }) => generatorUtilization >= FULL)) return 'generator'
  if (most(has('host-bound'))) return 'host'
  if (isGeneratorBound(/** @type {any} */ (own), machine)) return 'generator'
  return own.every(({ generatorUtilization }) => Number.isFinite(generatorUtilization)) ? 'none' : 'unknown'
}

/**
 * @param {Pick<Row, 'bottleneck'>} row
 * @returns {boolean} whether the contestant may be faster than measured
 */
function isBound ({ bottleneck }) {
  return bottleneck === 'generator' || bottleneck === 'host'
}

/**
 * @param {Row} row
 * @returns {string} its throughput, with `≥` if it may be higher
 */
function throughput (row) {
  if (row.bottleneck === 'errors') return 'none: errors'
  return (isBound(row) ? '≥ ' : '') + grouped(row.requestsPerSecond)
}

/** @param {BenchmarkRatio | null} ratio */
function ratioText (ratio) {
  if (!ratio) return ''
  // An open interval already shows that the ratio is a bound.
  const isOpen = !ratio.interval?.every((end) => Number.isFinite(end) && end !== 0)
  return (isOpen ? '' : ratio.bound) + withInterval(ratio.ratio, ratio.interval)
}

/**
 * Returns the validity warnings of a session.
 *
 * @param {BenchmarkRecord} record
 * @returns {string[]} sentences
 */
function doubtsIn ({ samples, failed, machine, plan }) {
  const paced = asSubjects(samples).map(({ steady, subject }) => ({
    ...steady,
    subject: `${subject}, at a constant rate,`,
    loopUtilization: 0,
    generatorUtilization: 0
  }))
  const late = asSubjects(samples)
    .filter(({ steady }) => steady.lateMs > LATE_MS)
    .map(({ subject }) => subject)
  return [
    ...failed.map(({ subject, mode, why }) => `${subject}, ${mode}, was not measured. ${why}`),
    ...doubtTexts(
      doubtsAbout([...asSubjects(samples), ...paced], machine).filter(({ name }) => name !== 'generator-bound')
    ),
    ...(late.length
      ? [
          `At ${grouped(plan.steady.requestsPerSecond)} requests per second, one in a hundred was sent more than ${LATE_MS} ms late: ${[...new Set(late)].join('; ')}. Use a lower --rate.`
        ]
      : [])
  ]
}

/**
 * Returns the samples of both modes in one list, with a subject per mode, so that a judge can compare the modes.
 *
 * @param {BenchmarkSample[]} samples
 * @returns {any[]}
 */
function asSubjects (samples) {
  return samples.map((sample) => ({ ...sample, subject: nameIn(sample.mode, sample.subject) }))
}

/**
 * @param {Mode} mode
 * @param {string} id
 */
function nameIn (mode, id) {
  return mode === 'single' ? id : `${id}, ${mode}`
}

module.exports = { asSubjects, doubtsIn, isBound, latencyText, bottleneckOf, nameIn, ratioText, summaryOf, throughput }
