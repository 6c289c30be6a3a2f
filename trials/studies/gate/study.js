'use strict'

// Runs real gates, one after the other, and saves their measurements in results/gate-study.json:
//   node trials/studies/gate/study.js         until every kind has enough gates (hours)
//   node trials/studies/gate/study.js 3       three gates
// It can be stopped at any time, and resumes where it stopped. An interrupted gate is not saved.

const assert = require('assert')
const fs = require('fs')
const path = require('path')
const { children, gatePlan, machine, measure, median, toSubject, writeJson } = require('hot-path/testing')
const { defaultOf, gateCommand } = require('hot-path/command')
const config = require('../../../scripts/config')
const { takeCore } = require('../busy-core')
const { SUBJECTS, kinds } = require('./kinds')

const FILE = path.resolve(__dirname, '../../../results/gate-study.json')
const REPORTS = path.resolve(__dirname, '../../../reports')
// The gate's default plan. `countedRounds` is saved with each gate, because the first gates were measured before gates
// counted anything. Counting takes about one second of a gate's minute.
const { countedRounds = 0, ...PLAN } = gatePlan({
  driver: defaultOf('driver', gateCommand),
  workers: defaultOf('workers', gateCommand),
  connections: defaultOf('connections', gateCommand),
  budgetSeconds: defaultOf('budget', gateCommand)
})
const KEPT = [
  'serverCpuUsPerRequest',
  'requestsPerSecond',
  'requests',
  'seconds',
  'serverCpuShare',
  'loopUtilization',
  'generatorCpuShare',
  'generatorUtilization',
  'non2xx',
  'expected',
  'errors',
  'bursts',
  'costGrowth',
  'isWarm',
  'summaries',
  'core'
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @param {number} most number of gates to run now */
async function main (most) {
  const study = load()
  study.machine = machine()
  const { cpu } = study.machine
  const calibration = (study.calibration[cpu] ??= {})
  for (let done = 0; done < most; done++) {
    const kind = nextKind(study)
    if (!kind) break
    calibration[kind.subject] ??= await calibrate(kind.subject)
    const begun = new Date().toISOString()
    const rounds = await gate(kind, calibration[kind.subject])
    study.gates.push({ kind: kind.id, date: begun, cpu, countedRounds, rounds })
    writeJson(FILE, study)
    console.error(
      `${begun} ${kind.id}: ${study.gates.filter((/** @type {any} */ gate) => gate.kind === kind.id).length} of ${kind.live}`
    )
  }
}

/**
 * @returns {any} the saved study, or an empty one
 * @throws {Error} if its gates were measured with another plan, so they cannot be pooled with new ones
 */
function load () {
  if (fs.existsSync(FILE)) {
    const study = JSON.parse(fs.readFileSync(FILE, 'utf8'))
    assert.deepStrictEqual(study.plan, PLAN, `${FILE} was measured with another plan. Move it away, and begin anew.`)
    return study
  }
  return { version: 3, machine: machine(), plan: PLAN, calibration: {}, gates: [] }
}

/**
 * Returns the kind that has the smallest share of its gates, so that a study stopped early covers all kinds.
 *
 * @param {any} study
 */
function nextKind (study) {
  const have = (/** @type {string} */ id) => study.gates.filter((/** @type {any} */ gate) => gate.kind === id).length
  const lacking = kinds.filter(({ id, live }) => have(id) < live)
  return lacking.sort((a, b) => have(a.id) / a.live - have(b.id) / b.live)[0]
}

/**
 * Measures how many loop iterations in slowed.js cost 1 % of a server's CPU per request, on this machine. An estimate
 * is enough: the true size of each slowdown is computed from the study's own samples.
 *
 * @param {string} id
 * @returns {Promise<{ turnsPerPercent: number }>} 0 for a server that slows itself
 */
async function calibrate (id) {
  if (SUBJECTS[/** @type {keyof typeof SUBJECTS} */ (id)].slowedBy === 'itself') return { turnsPerPercent: 0 }
  const TURNS = 20_000
  const { samples } = await measure(
    [burning(id, 0, 'plain'), burning(id, TURNS, 'burning')],
    { ...PLAN, budgetSeconds: 30 },
    { reports: REPORTS }
  )
  const cost = (/** @type {string} */ name) =>
    median(samples.filter(({ subject }) => subject === name).map((sample) => sample.serverCpuUsPerRequest))
  return { turnsPerPercent: (TURNS * cost('plain')) / 100 / (cost('burning') - cost('plain')) }
}

/**
 * @param {string} id of SUBJECTS
 * @param {number} turns
 * @param {string} name
 */
function burning (id, turns, name) {
  const subject = toSubject(SUBJECTS[/** @type {keyof typeof SUBJECTS} */ (id)].name, { config })
  return {
    ...subject,
    id: name,
    entry: path.join(__dirname, 'slowed.js'),
    env: { HOT_PATH_ENTRY: subject.entry, HOT_PATH_BURN: String(Math.round(turns)) }
  }
}

/**
 * @param {string} id of SUBJECTS
 * @param {number} percent
 * @param {string} name
 * @param {{ turnsPerPercent: number }} calibration
 */
function slowed (id, percent, name, { turnsPerPercent }) {
  const { slowedBy, name: file } = SUBJECTS[/** @type {keyof typeof SUBJECTS} */ (id)]
  if (slowedBy === 'burning') return burning(id, percent * turnsPerPercent, name)
  return { ...toSubject(file), id: name, env: { SLOWER: String(1 + percent / 100) } }
}

/**
 * @param {import('./kinds').Kind} kind
 * @param {{ turnsPerPercent: number }} calibration
 */
async function gate ({ subject, slowdownPercent, neighbour }, calibration) {
  const burner = neighbour ? takeCore() : null
  try {
    const subjects = [
      slowed(subject, 0, 'baseline', calibration),
      slowed(subject, slowdownPercent, 'candidate', calibration)
    ]
    const { samples } = await measure(subjects, { ...PLAN, countedRounds }, { reports: REPORTS })
    const rounds = Math.max(...samples.map(({ round }) => round))
    return Array.from({ length: rounds }, (_, i) =>
      Object.fromEntries(samples.filter(({ round }) => round === i + 1).map((sample) => [sample.subject, keep(sample)]))
    )
  } finally {
    if (burner) children.end(burner)
  }
}

/** @param {any} sample */
function keep (sample) {
  return JSON.parse(
    JSON.stringify(Object.fromEntries(KEPT.map((key) => [key, sample[key]])), (_, value) =>
      typeof value === 'number' ? +value.toPrecision(6) : value
    )
  )
}

main(Number(process.argv[2] ?? Infinity))
