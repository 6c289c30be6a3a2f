'use strict'

const path = require('path')
const { OperationalError } = require('hot-path')
const { judgeClaim, judged } = require('hot-path/testing')
const { columns, grouped, rounded } = require('hot-path/reporting')
const { progress, sayHowLong } = require('hot-path/command')
const { benchmark } = require('./lib/measure')
const { page } = require('./lib/page')
const { asSubjects, doubtsIn, isBound, bottleneckOf, nameIn, ratioText, summaryOf, throughput } = require('./lib/summary')
const contestants = require('./catalog')
const claims = require('./claims')
const contract = require('./contract')
const { prepare } = require('./lib/prepare')
const { folderOf, publish } = require('../lab')

/** @typedef {import('./lib/records').BenchmarkRecord} BenchmarkRecord */
/** @typedef {import('./lib/records').Mode} Mode */

const NAME = 'lab:frameworks'
const BASE = 'express' // the most used framework
const START_SECONDS = 1
const WARMUP_SECONDS = 1 // wrk supports whole seconds only

/** @type {Mode[]} */
const MODES = ['single', 'clustered']
const HEADINGS = { single: 'One process', clustered: 'Two workers' }

/** @type {import('../lab').Lab} */
const lab = {
  name: NAME,
  results: path.resolve(__dirname, '../../results/lab-frameworks.json'),
  page,
  format,
  doubts: doubtsIn
}

/** @type {import('hot-path').Command} */
module.exports = {
  name: NAME,
  usage: '[ids...]',
  summary: 'Benchmark Node frameworks beside Bun and Rust',
  options: ['rounds', 'duration', 'connections', 'rate', 'driver', 'save', 'no-open', 'json'],
  // As in the text that the lab follows: wrk -t1 -c256, in a closed loop.
  defaults: { rounds: '3', duration: '3', connections: '256', driver: 'any', rate: '2000' },
  positionals: [0, 50],
  async run (names, values) {
    if (values.save && names.length) {
      throw new OperationalError('--save records the whole lab. Do not name contestants with it.')
    }
    const chosen = choose(names)
    const { ready, skipped } = await prepare(chosen, (line) => console.error(line))
    const session = await measureShown(ready, values)
    return publish(lab, judgedRecord(chosen, { ...session, failed: [...skipped, ...session.failed] }), values)
  }
}

/** @param {string[]} names */
function choose (names) {
  const unknown = names.find((name) => !contestants.some(({ id }) => id === name))
  if (unknown) {
    throw new OperationalError(
      `there is no contestant ${JSON.stringify(unknown)}. Choose from: ${contestants.map(({ id }) => id).join(', ')}.`
    )
  }
  return contestants.filter(({ id }) => names.length === 0 || names.includes(id))
}

/**
 * @param {typeof contestants} ready
 * @param {Record<string, any>} values
 */
async function measureShown (ready, { rounds, duration, connections, rate, driver }) {
  const entries = MODES.flatMap((mode) => ready.map((contestant) => ({ id: contestant.id, mode, ...contestant[mode] })))
  const plan = {
    driver,
    connections,
    rounds,
    warmupSeconds: WARMUP_SECONDS,
    durationSeconds: duration,
    steady: { requestsPerSecond: rate, durationSeconds: duration / 2 }
  }
  const { warmupSeconds, durationSeconds, steady } = plan
  sayHowLong(entries.length * rounds * (START_SECONDS + warmupSeconds + durationSeconds + steady.durationSeconds))
  const shown = progress(process.stderr)
  return benchmark(entries, plan, { contract, reports: folderOf(NAME), onProgress: shown.update }).finally(shown.end)
}

/**
 * @param {typeof contestants} chosen
 * @param {import('./lib/records').BenchmarkSession} session
 * @returns {BenchmarkRecord}
 */
function judgedRecord (chosen, session) {
  const ids = chosen.map(({ id }) => id)
  const all = asSubjects(session.samples)
  const base = ids.includes(BASE) ? BASE : ids[ids.length - 1]
  const bound = Object.fromEntries(
    MODES.flatMap((mode) =>
      ids.map((id) => {
        const own = session.samples.filter((sample) => sample.subject === id && sample.mode === mode)
        return [nameIn(mode, id), isBound({ bottleneck: bottleneckOf(own, session.machine) })]
      })
    )
  )
  const over = (/** @type {Mode} */ mode, /** @type {string} */ subject, /** @type {[string, string]} */ pair) => {
    const { doubts, ...ratio } = judged({ ...session, samples: all }, pair, 'requestsPerSecond', (ratio) => ratio)
    const [above, below] = pair.map((name) => bound[name])
    return {
      mode,
      subject,
      over: pair[1],
      ...ratio,
      bound: /** @type {'≥ ' | '≤ ' | ''} */ (above === below ? '' : above ? '≥ ' : '≤ ')
    }
  }
  return {
    subjects: ids,
    titles: Object.fromEntries(chosen.map(({ id, title }) => [id, title])),
    base,
    ...session,
    ratios: [
      ...MODES.flatMap((mode) =>
        ids.filter((id) => id !== base).map((id) => over(mode, id, [nameIn(mode, id), nameIn(mode, base)]))
      ),
      ...ids.map((id) => over('clustered', id, [nameIn('clustered', id), id]))
    ],
    claims: claims
      .filter(({ subject, over }) => [subject, over].every((id) => ids.includes(String(id))))
      .map((claim) => ({ text: claim.text, ...judgeClaim(claim, all, session.machine) }))
  }
}

/** @param {BenchmarkRecord} record */
function format (record) {
  return [
    ...MODES.flatMap((mode) => [HEADINGS[mode], ...closedLoop(record, mode), '']),
    `One process, at a constant rate of ${grouped(record.plan.steady.requestsPerSecond)} requests per second`,
    ...openLoop(record)
  ]
}

/**
 * @param {BenchmarkRecord} record
 * @param {Mode} mode
 */
function closedLoop (record, mode) {
  const rows = summaryOf(record, mode).map((row) =>
    row.failure
      ? [row.id, 'not measured', ...Array(5).fill('')]
      : [
          row.id,
          throughput(row),
          row.bottleneck,
          ratioText(row.overBase),
          ...[row.latencyMs.p99, row.cpuUs].map(rounded),
          `${rounded(row.idleMb)}/${rounded(row.loadMb)}`
        ]
  )
  return columns(
    [['', 'req/s', 'bottleneck', `over ${record.base}`, 'p99 ms', 'CPU µs', 'idle/load MB'], ...rows],
    '',
    'lrllrrr'
  )
}

/** @param {BenchmarkRecord} record */
function openLoop (record) {
  const rows = summaryOf(record, 'single')
    .filter(({ failure }) => !failure)
    .map(({ id, steady: { requestsPerSecond, isCarried, latencyMs } }) => [
      id,
      grouped(requestsPerSecond),
      ...(isCarried ? [latencyMs.p50, latencyMs.p99, latencyMs.max].map(rounded) : ['rate too', 'high', ''])
    ])
  return columns([['', 'achieved', 'p50 ms', 'p99 ms', 'max ms'], ...rows], '', 'lrrrr')
}
