'use strict'

const path = require('path')
const { Fault } = require('../harness/fault')
const { race } = require('../harness/race/measure')
const { asSubjects, nameIn, summaryOf } = require('../harness/race/summary')
const { judged } = require('../harness/ratios')
const { grouped, measured, rounded } = require('../harness/report/numbers')
const { wrap } = require('../harness/report/wrap')
const { judgeClaim } = require('../harness/verdict')
const contestants = require('../labs/frameworks/catalog')
const claims = require('../labs/frameworks/claims')
const contract = require('../labs/frameworks/contract')
const { prepare } = require('./contestants')
const { folderOf, publish } = require('./lab')
const { progress } = require('./progress')
const { columns } = require('./table')

/** @typedef {import('../harness/race/records').RaceRecord} RaceRecord */
/** @typedef {import('../harness/race/records').Mode} Mode */

const NAME = 'lab:frameworks'
const BASE = 'express' // what most people use
const WIDTH = 80
const WARMUP_SECONDS = 1 // wrk knows whole seconds only

/** @type {Mode[]} */
const MODES = ['single', 'clustered']
const HEADINGS = { single: 'One process', clustered: 'Two workers' }

/** @type {import('./lab').Lab} */
const lab = {
  name: NAME,
  results: path.resolve(__dirname, '../results/lab-frameworks.json'),
  page: () => require('../harness/race/page').page,
  tell
}

/** @type {import('./commands').Command} */
module.exports = {
  name: NAME,
  usage: '[ids...]',
  summary: 'the framework shoot-out: Node beside Bun and Rust, measured',
  options: ['rounds', 'duration', 'connections', 'rate', 'driver', 'save', 'no-open', 'json'],
  // As in the text that the lab follows: wrk -t1 -c256, in a closed loop.
  defaults: { rounds: '3', duration: '3', connections: '256', driver: 'any' },
  positionals: [0, 50],
  async run (names, values) {
    const chosen = choose(names)
    const { ready, skipped } = await prepare(chosen, (line) => console.error(line))
    for (const { subject, why } of skipped) console.error(`Without ${subject}: ${why}`)
    const session = await measureShown(ready, values)
    return publish(lab, judgedRecord(chosen, { ...session, failed: [...skipped, ...session.failed] }), values)
  }
}

/** @param {string[]} names */
function choose (names) {
  const unknown = names.find((name) => !contestants.some(({ id }) => id === name))
  if (unknown) throw new Fault(`there is no contestant "${unknown}". There are: ${contestants.map(({ id }) => id).join(', ')}.`)
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
  const shown = progress(process.stderr)
  return race(entries, plan, { contract, reports: folderOf(NAME), onProgress: shown.update }).finally(shown.end)
}

/**
 * @param {typeof contestants} chosen
 * @param {import('../harness/race/records').RaceSession} session
 * @returns {RaceRecord}
 */
function judgedRecord (chosen, session) {
  const ids = chosen.map(({ id }) => id)
  const all = asSubjects(session.samples)
  const base = ids.includes(BASE) ? BASE : ids[ids.length - 1]
  const over = (/** @type {Mode} */ mode, /** @type {string} */ subject, /** @type {[string, string]} */ pair) => {
    const { doubts, ...ratio } = judged({ ...session, samples: all }, pair, 'requestsPerSecond', (ratio) => ratio, { floor: true })
    return { mode, subject, over: pair[1], ...ratio }
  }
  const known = (/** @type {string | undefined} */ name) => name === undefined || all.some(({ subject }) => subject === name)
  return {
    subjects: ids,
    titles: Object.fromEntries(chosen.map(({ id, title }) => [id, title])),
    base,
    ...session,
    ratios: [
      ...MODES.flatMap((mode) => ids.filter((id) => id !== base).map((id) => over(mode, id, [nameIn(mode, id), nameIn(mode, base)]))),
      ...ids.map((id) => over('clustered', id, [nameIn('clustered', id), id]))
    ],
    claims: claims.filter(({ subject, over }) => known(subject) && known(over))
      .map((claim) => ({ text: claim.text, ...judgeClaim(claim, all, session.machine) }))
  }
}

/** @param {RaceRecord} record */
function tell (record) {
  const { requestsPerSecond } = record.plan.steady
  return [
    ...MODES.flatMap((mode) => [HEADINGS[mode], ...closedLoop(record, mode), '']),
    `One process, asked ${grouped(requestsPerSecond)} times a second whether it answers or not`,
    ...openLoop(record),
    ...record.failed.flatMap(({ subject, mode, why }) => ['', ...wrap(`${subject}, ${mode}, takes no part: ${why}`, WIDTH)])
  ]
}

/**
 * @param {RaceRecord} record
 * @param {Mode} mode
 */
function closedLoop (record, mode) {
  const rows = summaryOf(record, mode).filter(({ failure }) => !failure).map(({ id, limit, overBase, requestsPerSecond, latencyMs, cpuUs, idleMb, loadMb }) => [
    id,
    (limit === 'generator' || limit === 'host' ? '≥ ' : '') + grouped(requestsPerSecond),
    limit,
    overBase ? (overBase.isFloor ? '≥ ' : '') + measured(overBase.ratio, overBase.interval) : '',
    rounded(latencyMs.p99),
    rounded(cpuUs),
    rounded(idleMb),
    rounded(loadMb)
  ])
  return columns([['', 'req/s', 'limit', `over ${record.base}`, 'p99 ms', 'CPU µs', 'idle MB', 'MB'], ...rows], '', 'lrllrrrr')
}

/** @param {RaceRecord} record */
function openLoop (record) {
  const rows = summaryOf(record, 'single').filter(({ failure }) => !failure).map(({ id, steady }) => [
    id, grouped(steady.requestsPerSecond), ...['p50', 'p99', 'max'].map((name) => rounded(steady.latencyMs[/** @type {'p50'} */ (name)]))
  ])
  return columns([['', 'achieved', 'p50 ms', 'p99 ms', 'max ms'], ...rows], '', 'lrrrr')
}
