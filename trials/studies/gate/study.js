'use strict'

// Runs real gates, one after the other, and keeps what they measured in results/gate-study.json:
//   node trials/studies/gate/study.js            until every kind has as many as it wants (hours)
//   node trials/studies/gate/study.js 3       three gates
// It can be stopped at any time, and goes on where it was. A gate that was interrupted is not kept.

const assert = require('assert')
const fs = require('fs')
const path = require('path')
const { children, gatePlan, machine, measure, median, toSubject, writeJson } = require('hot-path/testing')
const { defaultOf, gateCommand } = require('hot-path/command')
const config = require('../../../scripts/docs/config')
const { takeCore } = require('../busy-core')
const { SUBJECTS, kinds } = require('./kinds')

const FILE = path.resolve(__dirname, '../../../results/gate-study.json')
const REPORTS = path.resolve(__dirname, '../../../reports')
// As the gate measures when nobody says otherwise. In how many rounds it counts, too, is kept with each gate: the first
// ones were measured before a gate counted anything, which takes about one second of its minute.
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
  'summaries'
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @param {number} most how many gates to run now */
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
 * @returns {any} the study as it stands
 * @throws {Error} when its gates were measured in another way: they cannot be counted together with new ones
 */
function load () {
  if (fs.existsSync(FILE)) {
    const study = JSON.parse(fs.readFileSync(FILE, 'utf8'))
    assert.deepStrictEqual(study.plan, PLAN, `${FILE} was measured with another plan. Move it away, and begin anew.`)
    return study
  }
  return { version: 2, machine: machine(), plan: PLAN, calibration: {}, gates: [] }
}

/**
 * The kind that lacks most, so that a study stopped early has something of everything.
 *
 * @param {any} study
 */
function nextKind (study) {
  const have = (/** @type {string} */ id) => study.gates.filter((/** @type {any} */ gate) => gate.kind === id).length
  const lacking = kinds.filter(({ id, live }) => have(id) < live)
  return lacking.sort((a, b) => have(a.id) / a.live - have(b.id) / b.live)[0]
}

/**
 * How many turns of the loop in slowed.js cost 1 % of a subject's CPU per request, on this machine. Roughly: the true
 * size of each slowdown is read from the study's own samples.
 *
 * @param {string} id
 * @returns {Promise<{ turnsPerPercent: number }>} 0 of what is slowed by itself
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
