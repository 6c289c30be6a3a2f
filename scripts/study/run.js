'use strict'

// Runs real gates, one after the other, and keeps what they measured in results/gate-study.json:
//   npm run study:gate            until every kind has as many as it wants (hours)
//   npm run study:gate -- 3       three gates
// It can be stopped at any time, and goes on where it was. A gate that was interrupted is not kept.

const fs = require('fs')
const path = require('path')
const children = require('../../harness/children')
const { machine } = require('../../harness/machine')
const { measure } = require('../../harness/measure')
const { median } = require('../../harness/statistics')
const gateCommand = require('../gate')
const { defaultOf } = require('../options')
const { gatePlan } = require('../session')
const { toSubject } = require('../subjects')
const { save } = require('./file')
const { kinds } = require('./kinds')

const FILE = path.resolve(__dirname, '../../results/gate-study.json')
const REPORTS = path.resolve(__dirname, '../../reports')
// As the gate measures when nobody says otherwise.
const PLAN = gatePlan({
  driver: defaultOf('driver', gateCommand),
  connections: defaultOf('connections', gateCommand),
  budgetSeconds: defaultOf('budget', gateCommand)
})
const KEPT = [
  'serverCpuUsPerRequest', 'requestsPerSecond', 'requests', 'seconds', 'serverCpuShare', 'loopUtilization',
  'generatorCpuShare', 'generatorUtilization', 'non2xx', 'expected', 'errors', 'summaries'
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @param {number} most how many gates to run now */
async function main (most) {
  const study = load()
  for (let done = 0; done < most; done++) {
    const kind = nextKind(study)
    if (!kind) break
    study.calibration[kind.step] ??= await calibrate(kind.step)
    const begun = new Date().toISOString()
    study.gates.push({ kind: kind.id, date: begun, rounds: await gate(kind, study.calibration[kind.step]) })
    save(FILE, study, 'gates')
    console.error(`${begun} ${kind.id}: ${study.gates.filter((/** @type {any} */ gate) => gate.kind === kind.id).length} of ${kind.live}`)
  }
}

/** @returns {any} */
function load () {
  if (fs.existsSync(FILE)) return JSON.parse(fs.readFileSync(FILE, 'utf8'))
  return { version: 1, machine: machine(), plan: PLAN, calibration: {}, gates: [] }
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
 * How many turns of the loop in slowed.js cost 1 % of a step's CPU per request. Roughly: the true size of each
 * slowdown is read from the study's own samples.
 *
 * @param {string} step
 */
async function calibrate (step) {
  const TURNS = 20_000
  const { samples } = await measure([slowed(step, 0, 'plain'), slowed(step, TURNS, 'burning')], { ...PLAN, budgetSeconds: 20 }, { reports: REPORTS })
  const cost = (/** @type {string} */ id) => {
    return median(samples.filter(({ subject }) => subject === id).map((sample) => sample.serverCpuUsPerRequest))
  }
  return { plainUsPerRequest: cost('plain'), turnsPerPercent: TURNS * cost('plain') / 100 / (cost('burning') - cost('plain')) }
}

/**
 * @param {string} step
 * @param {number} turns
 * @param {string} id
 */
function slowed (step, turns, id) {
  const subject = toSubject(step)
  return { ...subject, id, entry: path.join(__dirname, 'slowed.js'), env: { HOT_PATH_ENTRY: subject.entry, HOT_PATH_BURN: String(Math.round(turns)) } }
}

/**
 * @param {import('./kinds').Kind} kind
 * @param {{ turnsPerPercent: number }} calibration
 */
async function gate ({ step, slowdownPercent, neighbour }, { turnsPerPercent }) {
  const burner = neighbour ? children.start(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }) : null
  try {
    const subjects = [slowed(step, 0, 'baseline'), slowed(step, slowdownPercent * turnsPerPercent, 'candidate')]
    const { samples } = await measure(subjects, PLAN, { reports: REPORTS })
    const rounds = Math.max(...samples.map(({ round }) => round))
    return Array.from({ length: rounds }, (_, i) => Object.fromEntries(samples.filter(({ round }) => round === i + 1).map((sample) => [sample.subject, keep(sample)])))
  } finally {
    if (burner) children.end(burner)
  }
}

/** @param {any} sample */
function keep (sample) {
  return JSON.parse(JSON.stringify(Object.fromEntries(KEPT.map((key) => [key, sample[key]])), (_, value) => typeof value === 'number' ? +value.toPrecision(6) : value))
}

main(Number(process.argv[2] ?? Infinity))
