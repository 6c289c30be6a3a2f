'use strict'

// The parts of labs/frameworks/README.md that are generated from results/.

const fs = require('fs')
const path = require('path')
const { asSubjects, latencyText, nameIn, ratioText, summaryOf, throughput } = require('../../../labs/frameworks/lib/summary')
const lock = require('../../../labs/frameworks/package-lock.json')
const { judged, median, typical } = require('hot-path/testing')
const { grouped, rounded, withInterval } = require('hot-path/reporting')
const { judgedTable, table } = require('../table')

/** @typedef {import('../../../labs/frameworks/lib/records').BenchmarkRecord} BenchmarkRecord */
/** @typedef {import('../../../labs/frameworks/lib/records').Mode} Mode */

/**
 * Figures of the text of 2023: wrk -t1 -c256 -d30s on an M1 Max. Throughput in requests per second, p99 in ms. The
 * version beside Elysia is Bun's: the text gives no version of Elysia.
 *
 * @type {Record<string, { name: string, single: number, p99: number, clustered: number | null }>}
 */
const THEN = {
  axum: { name: 'Axum 0.6.20', single: 208_938, p99: 1.49, clustered: null },
  elysia: { name: 'Elysia on Bun 0.8.1', single: 149_047, p99: 3.18, clustered: null },
  velocy: { name: 'Velocy 0.0.12', single: 83_689, p99: 3.65, clustered: 138_957 },
  express: { name: 'Express 4.18.2', single: 28_924, p99: 12.3, clustered: 50_275 }
}
const IDLE_THEN = 'about 10 MB' // Velocy, read off the text's chart

const CARGO = path.resolve(__dirname, '../../../labs/frameworks/contestants/axum/Cargo.lock')
/** @type {Record<string, () => string>} current versions, from the lock files */
const NOW = {
  axum: () => `Axum ${/name = "axum"\nversion = "([^"]+)"/.exec(fs.readFileSync(CARGO, 'utf8'))?.[1]}`,
  elysia: () => `Elysia ${locked('elysia')} on Bun ${locked('@oven/bun-linux-x64')}`,
  velocy: () => `Velocy ${locked('velocy')}`,
  express: () => `Express ${locked('express')}`
}

/** @param {string} name */
function locked (name) {
  return /** @type {any} */ (lock.packages)[`node_modules/${name}`].version
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 */
function present (record, mode) {
  return summaryOf(record, mode).filter(({ failure }) => !failure)
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode[]} [modes] only the first is used
 * @returns {string} Markdown table: figures of all contestants in one mode
 */
function frameworksTable (record, [mode] = ['single']) {
  const head = [
    'contestant',
    'requests per second',
    'bottleneck',
    `vs ${record.base}`,
    'p50',
    'p99',
    'max',
    'CPU per request',
    'idle memory',
    'under load'
  ]
  return table(
    head,
    present(record, mode).map((row) => [
      `\`${row.id}\`, ${row.title}`,
      throughput(row),
      row.bottleneck,
      ratioText(row.overBase),
      ...[row.latencyMs.p50, row.latencyMs.p99, row.latencyMs.max].map(latencyText),
      `${rounded(row.cpuUs)} µs`,
      `${rounded(row.idleMb)} MB`,
      `${rounded(row.loadMb)} MB`
    ])
  )
}

/**
 * @param {BenchmarkRecord} record of the whole lab
 * @returns {string} Markdown table: the text's figures beside the current ones
 */
function frameworksThen (record) {
  const base = THEN[record.base]
  const [now, two] = [present(record, 'single'), present(record, 'clustered')]
  const head = [
    'contestant',
    '2023: req/s',
    `vs ${record.base}`,
    'p99',
    'two workers vs one',
    'now: req/s',
    `vs ${record.base}`,
    'p99',
    'two workers vs one'
  ]
  return table(
    head,
    now
      .filter(({ id }) => id in THEN)
      .map(function (row) {
        const then = THEN[row.id]
        return [
          `${then.name}; now ${NOW[row.id]()}`,
          grouped(then.single),
          rounded(then.single / base.single),
          `${rounded(then.p99)} ms`,
          then.clustered === null ? '' : rounded(then.clustered / then.single),
          throughput(row),
          ratioText(row.overBase) || '1',
          latencyText(row.latencyMs.p99),
          ratioText(two.find(({ id }) => id === row.id)?.overSingle ?? null)
        ]
      })
  )
}

/**
 * @param {BenchmarkRecord} record of the whole lab
 * @returns {string} Markdown table: the text's conclusion and its most surprising figure, then and now
 */
function frameworksThenTwo ({ samples, machine, ...record }) {
  const [two, one] = [nameIn('clustered', 'velocy'), nameIn('single', 'elysia')]
  const session = /** @type {any} */ ({ samples: asSubjects(samples), machine })
  const { ratio, interval } = judged(session, [two, one], 'requestsPerSecond', (gain) => gain)
  const velocy = present({ samples, machine, ...record }, 'single').find(({ id }) => id === 'velocy')
  return table(
    ['', '2023', 'now'],
    [
      ['two workers of Velocy over one process of Elysia on Bun, req/s', rounded(Number(THEN.velocy.clustered) / THEN.elysia.single), withInterval(ratio, interval)],
      ['memory of idle Velocy', IDLE_THEN, `${rounded(velocy?.idleMb ?? null)} MB`]
    ]
  )
}

/**
 * @param {BenchmarkRecord} record
 * @returns {string} Markdown table: latency at a constant rate
 */
function frameworksSteady (record) {
  const head = ['contestant', 'target rate', 'achieved rate', 'sending delay, p99', 'p50', 'p99', 'max']
  return table(
    head,
    present(record, 'single').map(({ id, steady: { requestsPerSecond, isCarried, lateMs, latencyMs } }) => [
      `\`${id}\``,
      grouped(record.plan.steady.requestsPerSecond),
      grouped(requestsPerSecond),
      `${rounded(lateMs)} ms`,
      ...(isCarried
        ? [latencyMs.p50, latencyMs.p99, latencyMs.max].map((ms) => `${rounded(ms)} ms`)
        : ['overloaded', '', ''])
    ])
  )
}

/**
 * @param {BenchmarkRecord} record
 * @returns {string} Markdown table: two workers relative to one
 */
function frameworksWorkers (record) {
  return table(
    ['contestant', 'one worker, req/s', 'two workers, req/s', 'two vs one', 'bottleneck with two'],
    present(record, 'clustered').map((row) => {
      const one = present(record, 'single').find(({ id }) => id === row.id)
      return [`\`${row.id}\``, one ? throughput(one) : '', throughput(row), ratioText(row.overSingle), row.bottleneck]
    })
  )
}

/**
 * @param {{ samples: import('hot-path').Sample[], machine: { cores: number } }} study
 * @returns {string} Markdown table: the contestants on Node, unchanged and with a delay of 5 ms
 */
function frameworksWaiting ({ samples, machine }) {
  const of = (/** @type {string} */ id, /** @type {string} */ metric) =>
    typical(samples.filter(({ subject }) => subject === id), metric, machine)
  const ids = [...new Set(samples.map(({ subject }) => subject.replace('-waiting', '')))]
  const over = (/** @type {string} */ id, /** @type {string} */ end) =>
    rounded(of(id + end, 'requestsPerSecond') / of(`express${end}`, 'requestsPerSecond'))
  return table(
    ['contestant', 'req/s', 'vs express', 'with a wait of 5 ms: req/s', 'vs express', 'p50', 'CPU per request'],
    ids.map((id) => [
      `\`${id}\``,
      grouped(of(id, 'requestsPerSecond')),
      over(id, ''),
      grouped(of(`${id}-waiting`, 'requestsPerSecond')),
      over(id, '-waiting'),
      `${rounded(of(`${id}-waiting`, 'latencyMs.p50'))} ms`,
      `${rounded(of(`${id}-waiting`, 'serverCpuUsPerRequest'))} µs`
    ])
  )
}

/**
 * @param {{ stringify: { runtime: string, version: string, ns: number[] }[] }} study
 * @param {BenchmarkRecord} record for the total CPU per request
 * @returns {string} sentence: the time of JSON.stringify in Node and in Bun
 */
function frameworksStringify ({ stringify }, record) {
  const [node, bun] = stringify.map(({ ns }) => median(ns) / 1000)
  const [onNode, onBun] = stringify.map(({ runtime, version }) => `${runtime} ${version}`)
  const all = summaryOf(record, 'single').find(({ id }) => id === 'node')?.cpuUs ?? NaN
  return (
    `\`JSON.stringify\` of the response takes ${rounded(node)} µs in ${onNode} and ${rounded(bun)} µs in ${onBun}. ` +
    `A request to bare \`node:http\` takes ${rounded(all)} µs of CPU.`
  )
}

/**
 * @param {BenchmarkRecord} record
 * @returns {string} Markdown: the claims, their verdicts, and how they were measured
 */
function frameworksClaims ({ claims, date, machine, plan }) {
  return (
    judgedTable(claims) +
    `\n\nMeasured on ${date.slice(0, 10)}: ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}, ${plan.driver} with one thread and ${plan.connections} connections, ` +
    `${plan.rounds} rounds of ${plan.durationSeconds} s after ${plan.warmupSeconds} s of warm-up, each in a new process.`
  )
}

/**
 * @param {{ hottest: import('hot-path').HotFunction[], other: { garbageCollector: number, program: number } }} finding
 *   record of Clinic Flame
 * @returns {string} Markdown table: the hottest functions of the tuned contestant
 */
function frameworksHot ({ hottest, other }) {
  return table(
    ['function', 'where', 'self time'],
    [
      ...hottest.map(({ name, file, kind, self }) => [
        `\`${name}\``,
        kind === 'app' ? 'the server' : `${kind}, \`${file}\``,
        `${rounded(self)} %`
      ]),
      ['garbage collector', 'V8', `${rounded(other.garbageCollector)} %`],
      ['event loop and other native code', 'libuv', `${rounded(other.program)} %`]
    ]
  )
}

module.exports = {
  frameworksClaims,
  frameworksHot,
  frameworksSteady,
  frameworksStringify,
  frameworksTable,
  frameworksThen,
  frameworksThenTwo,
  frameworksWaiting,
  frameworksWorkers
}
