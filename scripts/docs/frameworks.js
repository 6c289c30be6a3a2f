'use strict'

// The parts of labs/frameworks/README.md that are made from results/lab-frameworks.json.

const { summaryOf } = require('../../harness/race/summary')
const { grouped, rounded } = require('../../harness/report/numbers')
const { table } = require('./table')

/** @typedef {import('../../harness/race/records').RaceRecord} RaceRecord */
/** @typedef {import('../../harness/race/records').Mode} Mode */
/** @typedef {import('../../harness/race/records').RaceRatio} RaceRatio */

/**
 * What the text of 2023 reported: wrk -t1 -c256 -d30s on an M1 Max. Throughput in requests per second, p99 in ms.
 *
 * @type {Record<string, { name: string, single: number, p99: number, clustered: number | null }>}
 */
const THEN = {
  axum: { name: 'Axum 0.6.20', single: 208_938, p99: 1.49, clustered: null },
  elysia: { name: 'Elysia 0.8.1 on Bun', single: 149_047, p99: 3.18, clustered: null },
  velocy: { name: 'Velocy 0.0.12', single: 83_689, p99: 3.65, clustered: 138_957 },
  express: { name: 'Express 4.18.2', single: 28_924, p99: 12.3, clustered: 50_275 }
}

/**
 * @param {RaceRecord} record
 * @param {Mode[]} [modes] the first one
 * @returns {string} everybody's figures in one mode
 */
function frameworksTable (record, [mode] = ['single']) {
  const head = ['contestant', 'requests per second', 'limit', `over ${record.base}`, 'p50', 'p99', 'max', 'CPU per request', 'idle memory', 'under load']
  return table(head, summaryOf(record, mode).map(({ id, title, failure, limit, requestsPerSecond, overBase, latencyMs, cpuUs, idleMb, loadMb }) => failure
    ? [`\`${id}\`, ${title}`, `takes no part: ${failure}`, ...Array(8).fill('')]
    : [
        `\`${id}\`, ${title}`,
        bound(limit) + grouped(requestsPerSecond),
        limit,
        ratio(overBase),
        `${rounded(latencyMs.p50)} ms`,
        `${rounded(latencyMs.p99)} ms`,
        `${rounded(latencyMs.max)} ms`,
        `${rounded(cpuUs)} µs`,
        `${rounded(idleMb)} MB`,
        `${rounded(loadMb)} MB`
      ]))
}

/** @param {string} limit */
function bound (limit) {
  return limit === 'generator' || limit === 'host' ? '≥ ' : ''
}

/** @param {RaceRatio | null} found */
function ratio (found) {
  if (!found) return ''
  if (found.ratio === null) return `\`${found.verdict}\``
  return `${found.isFloor ? '≥ ' : ''}${rounded(found.ratio)} (${found.interval?.map(rounded).join(' to ')})`
}

/**
 * @param {RaceRecord} record
 * @returns {string} the text's figures and ours, side by side
 */
function frameworksThen (record) {
  const now = summaryOf(record, 'single')
  const twice = (/** @type {string} */ id) => record.ratios.find(({ mode, subject, over }) => mode === 'clustered' && subject === id && over === id) ?? null
  const head = ['contestant', '2023, req/s', `over ${record.base}`, 'p99', 'now, req/s', `over ${record.base}`, 'p99', 'two workers over one, 2023', 'now']
  return table(head, Object.entries(THEN).map(function ([id, { name, single, p99, clustered }]) {
    const own = now.find((row) => row.id === id)
    return [
      name,
      grouped(single),
      rounded(single / THEN[record.base].single),
      `${rounded(p99)} ms`,
      own ? bound(own.limit) + grouped(own.requestsPerSecond) : '',
      own ? ratio(own.overBase) || '1' : '',
      own ? `${rounded(own.latencyMs.p99)} ms` : '',
      clustered === null ? '' : rounded(clustered / single),
      ratio(twice(id))
    ]
  }))
}

/**
 * @param {RaceRecord} record
 * @returns {string} latency at a pace that does not wait
 */
function frameworksSteady (record) {
  const asked = grouped(record.plan.steady.requestsPerSecond)
  const [single, clustered] = /** @type {const} */ (['single', 'clustered']).map((mode) => summaryOf(record, mode))
  return table(['contestant', 'asked', 'achieved', 'p50', 'p99', 'max', 'two workers: achieved', 'p99'], single.map(({ id, steady }, i) => [
    `\`${id}\``, asked, grouped(steady.requestsPerSecond),
    ...[steady.latencyMs.p50, steady.latencyMs.p99, steady.latencyMs.max].map((ms) => `${rounded(ms)} ms`),
    grouped(clustered[i].steady.requestsPerSecond), `${rounded(clustered[i].steady.latencyMs.p99)} ms`
  ]))
}

/**
 * @param {RaceRecord} record
 * @returns {string} what two workers make of one
 */
function frameworksWorkers (record) {
  return table(['contestant', 'two workers over one, throughput'], record.subjects.map((id) => [
    `\`${id}\``, ratio(record.ratios.find(({ mode, subject, over }) => mode === 'clustered' && subject === id && over === id) ?? null)
  ]))
}

/**
 * @param {RaceRecord} record
 * @returns {string} what the lab claims, whether that held, and where it was measured
 */
function frameworksClaims ({ claims, date, machine, plan }) {
  const rows = claims.map(({ text, ratio, interval, verdict }) => [text, rounded(ratio), interval?.map(rounded).join(' to ') ?? '-', `\`${verdict}\``])
  return table(['claim', 'measured', '95 % interval', 'verdict'], rows) +
    `\n\nMeasured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ${plan.driver} with one thread and ${plan.connections} connections, ` +
    `${plan.rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up, a fresh process each.`
}

/**
 * @param {{ hottest: import('../../harness/records').HotFunction[], other: { garbageCollector: number, program: number } }} finding of Clinic Flame
 * @returns {string} what is hot in the tuned contestant
 */
function frameworksHot ({ hottest, other }) {
  return table(['function', 'where', 'self time'], [
    ...hottest.map(({ name, file, kind, self }) => [`\`${name}\``, kind === 'app' ? 'ours' : `${kind}, \`${file}\``, `${rounded(self)} %`]),
    ['garbage collector', 'V8', `${rounded(other.garbageCollector)} %`],
    ['the event loop, and what no function called', 'libuv', `${rounded(other.program)} %`]
  ])
}

module.exports = { frameworksClaims, frameworksHot, frameworksSteady, frameworksTable, frameworksThen, frameworksWorkers }
