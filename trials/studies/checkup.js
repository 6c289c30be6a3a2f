'use strict'

// Tries the check-up and Clinic Doctor on servers with a known problem, and saves the check-up's measurements and
// Doctor's issue in results/checkup-study.json:
//   node trials/studies/checkup.js            until everything has been tried three times (hours)
//   node trials/studies/checkup.js 10         ten minutes of it
// It can be stopped at any time, and resumes where it stopped, also on another machine.

const fs = require('fs')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { isRight } = require('../../scripts/agreement')
const { hotPathOn } = require('./hot-path-on')
const { findingsIn, toKept } = require('./trial')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/checkup-study.json')
const FIXTURES = 'trials/servers/kinds'

const RUNS = 3
const NODES = ['20', '24', '22']
const CONNECTIONS = [100, 10, 500]
// The default duration of both.
const SECONDS = 10
// Doctor runs only once per server and version, to save time.
const DOCTOR_AT = 100
const DOCTOR_RUN = 1

/** @typedef {import('./trial').Trial} Trial */

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machines: [], seconds: SECONDS, trials: [] }
  const here = machine()
  if (!study.machines.some((/** @type {typeof here} */ { cpu, cores }) => cpu === here.cpu && cores === here.cores)) {
    study.machines.push(here)
  }
  const until = Date.now() + 60_000 * minutes
  for (const trial of wanted()) {
    if (Date.now() >= until) break
    if (study.trials.some((/** @type {Trial} */ one) => same(one, trial))) continue
    study.trials.push(await tried(trial))
    writeJson(FILE, study)
  }
}

/** @returns {Omit<Trial, 'window'>[]} in an order in which a study stopped early covers all servers */
function wanted () {
  const fixtures = fs
    .readdirSync(path.join(ROOT, FIXTURES), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js'))
    .sort()
  const runs = Array.from({ length: RUNS }, (_, i) => i + 1)
  return runs.flatMap((run) =>
    NODES.flatMap((node) =>
      CONNECTIONS.flatMap((connections) => fixtures.map((fixture) => ({ fixture, node, connections, run })))
    )
  )
}

/**
 * @param {Omit<Trial, 'window'>} a
 * @param {Omit<Trial, 'window'>} b
 */
function same (a, b) {
  return a.fixture === b.fixture && a.node === b.node && a.connections === b.connections && a.run === b.run
}

/**
 * @param {Omit<Trial, 'window'>} trial
 * @returns {Promise<Trial>}
 */
async function tried (trial) {
  const window = toKept((await ask('checkup', trial)).window)
  const doctor =
    trial.connections === DOCTOR_AT && trial.run === DOCTOR_RUN
      ? ((await ask('doctor', trial)).issue ?? 'no answer')
      : undefined
  const found = findingsIn(window)
  console.error(
    `${isRight(trial.fixture, found) ? '' : 'WRONG '}Node ${trial.node}, ${trial.connections} connections, ${trial.fixture}: ${found.join(', ')}${doctor ? `; Doctor: ${doctor}` : ''}`
  )
  return { ...trial, doctor, window }
}

/**
 * @param {string} instrument
 * @param {Omit<Trial, 'window'>} trial
 * @returns {Promise<any>} its record; empty if it printed none
 */
async function ask (instrument, { fixture, node, connections }) {
  const args = [
    instrument,
    path.join(FIXTURES, fixture),
    '--path=/',
    '--json',
    '--no-open',
    `--connections=${connections}`,
    `--duration=${SECONDS}`
  ]
  return hotPathOn(node, args)
}

main(Number(process.argv[2] ?? Infinity))
