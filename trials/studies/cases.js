'use strict'

// Tries each case on each version of Node, and beside a program that occupies a core. Saves findings and verdicts in
// results/cases-study.json:
//   node trials/studies/cases.js         until everything has been tried (hours)
//   node trials/studies/cases.js 10      ten minutes of it
// It can be stopped at any time, and resumes where it stopped. A trial belongs to one version of a case: a changed case
// has to be tried again, which test/unit/cases.test.js checks.

const { execFile } = require('child_process')
const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const { machine, writeJson } = require('hot-path/testing')
const { casesIn } = require('../../scripts/learn/cases/list')
const { takeCore } = require('./busy-core')
const { binary } = require('./hot-path-on')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/cases-study.json')
const TRIAL = path.join(__dirname, 'case-trial.js')
const NODES = ['20', '22', '24', '26']
const BUSY_NODE = '20'
const BUSY_RUNS = 3

/** @typedef {{ id: string, hash: string, node: string, beside: 'nothing' | 'a busy core', run: number }} Wanted */

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machine: machine(), trials: [] }
  study.machine = machine() // of the latest trials
  const untilMs = Date.now() + 60_000 * minutes
  for (const trial of wanted()) {
    if (Date.now() >= untilMs) break
    if (study.trials.some((/** @type {any} */ one) => same(one, trial))) continue
    const tried = { ...trial, ...(await tryOne(trial)) }
    // Drop the trials of earlier versions of the case.
    study.trials = study.trials.filter((/** @type {any} */ one) => one.id !== trial.id || one.hash === trial.hash)
    study.trials.push(tried)
    writeJson(FILE, study)
  }
}

/** @returns {Wanted[]} those without CPU contention first */
function wanted () {
  const cases = casesIn(ROOT).map((one) => ({ id: one.id, hash: hashOf(one) }))
  const quiet = NODES.flatMap((node) => cases.map((one) => ({ ...one, node, beside: /** @type {const} */ ('nothing'), run: 1 })))
  const runs = Array.from({ length: BUSY_RUNS }, (_, i) => i + 1)
  const busy = runs.flatMap((run) =>
    cases.map((one) => ({ ...one, node: BUSY_NODE, beside: /** @type {const} */ ('a busy core'), run }))
  )
  return [...quiet, ...busy]
}

/**
 * @param {import('../../scripts/learn/cases/list').Case} one
 * @returns {string} hash of everything that decides what is found and judged: the server, case.json and the cures
 */
function hashOf ({ folder, cures }) {
  const hash = createHash('sha256')
  const names = fs.readdirSync(folder).filter((name) => !name.endsWith('.md')).sort()
  for (const name of names) hash.update(`${name}\0${fs.readFileSync(path.join(folder, name), 'utf8')}\0`)
  hash.update(JSON.stringify(cures))
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {any} one
 * @param {Wanted} other
 */
function same (one, other) {
  return Object.entries(other).every(([key, value]) => one[key] === value)
}

/**
 * @param {Wanted} trial
 * @returns {Promise<{ found: string[], places: object, verdicts: object, seconds: number }>}
 */
async function tryOne ({ id, node, beside }) {
  const burner = beside === 'nothing' ? null : takeCore()
  const sinceMs = performance.now()
  try {
    // No diagnosis is promised beside a busy core.
    const args = [TRIAL, id, ...(burner ? ['--cures-alone'] : [])]
    const { stdout } = await promisify(execFile)(binary(node), args, { cwd: ROOT, maxBuffer: 1e8 })
    const said = JSON.parse(stdout)
    const seconds = Number(((performance.now() - sinceMs) / 1000).toFixed(1))
    console.error(`${id}, Node ${node}, beside ${beside}: ${JSON.stringify(said.places)}, ${Object.entries(said.verdicts).map(([name, { verdict }]) => `${name}: ${verdict}`).join(', ')} (${seconds} s)`)
    return { ...said, seconds }
  } finally {
    burner?.kill('SIGKILL')
  }
}

module.exports = { BUSY_RUNS, NODES, hashOf }

if (require.main === module) main(Number(process.argv[2] ?? Infinity))
