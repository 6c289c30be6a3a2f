'use strict'

// Tries the check-up, with source locations, on servers with a known finding and line, and saves its results in
// results/places-study.json:
//   node trials/studies/places.js         until everything has been tried (hours)
//   node trials/studies/places.js 10      ten minutes of it
// It can be stopped at any time, and resumes where it stopped. Five sets of servers: `unseen`, the held-out set,
// written before its first trial and never used for tuning; `confirming`, `blind` and `looked-at`, former held-out sets
// whose misses have been examined; and `chosen`, the set that thresholds and methods were tuned on.

const fs = require('fs')
const path = require('path')
const { machine, writeJson } = require('hot-path/testing')
const { SETS, isPlaced, markedLines, serversOf } = require('./places-trial')
const { placesOf, rulesHash, undisturbed } = require('./undisturbed')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/places-study.json')
const NODES = ['20', '22', '24', '26']
const CONNECTIONS = [100, 10, 500]
// Node runs TypeScript without options since 22.18.
const WITHOUT_TYPES = '20'

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @typedef {{ set: string, server: string, node: string, connections: number, rules: string }} Trial */

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machine: machine(), trials: [] }
  study.machine = machine() // of the latest trials
  const untilMs = Date.now() + 60_000 * minutes
  for (const trial of wanted()) {
    if (Date.now() >= untilMs) break
    const known = study.trials.find((/** @type {any} */ one) => same(one, trial))
    if (known?.rules === trial.rules) continue
    const now = { ...trial, ...(await tried(trial)), cpu: study.machine.cpu }
    study.trials = [...study.trials.filter((/** @type {any} */ one) => one !== known), now]
    writeJson(FILE, study)
  }
}

/**
 * @returns {Trial[]} each server of each set with each of NODES and CONNECTIONS, the held-out set first. After each
 *   pass, all versions and loads have been tried on equally many servers, so an unfinished study has no gaps.
 */
function wanted () {
  const rules = rulesHash()
  const passes = [...Array(NODES.length * CONNECTIONS.length).keys()]
  return Object.keys(SETS).flatMap((set) =>
    passes.flatMap((pass) =>
      serversOf(set)
        .map((server, i) => ({ server, node: inTurn(NODES, i + pass), connections: inTurn(CONNECTIONS, i + pass) }))
        .filter(({ server, node }) => !(server.endsWith('ts') && node === WITHOUT_TYPES))
        .map((trial) => ({ set, ...trial, rules }))
    )
  )
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} i
 */
function inTurn (list, i) {
  return list[i % list.length]
}

/**
 * @param {any} one
 * @param {any} other
 */
function same (one, other) {
  return ['set', 'server', 'node', 'connections'].every((key) => one[key] === other[key])
}

/**
 * @param {Trial} trial
 * @returns {Promise<{ found: string[], places: object[], seconds: number, provisionalSeconds: number | null }>}
 */
async function tried ({ set, server, node, connections }) {
  const file = path.join(SETS[/** @type {keyof typeof SETS} */ (set)], server)
  const args = ['checkup', file, '--path=/', '--json', '--no-open', `--connections=${connections}`]
  const { findings, ...times } = await undisturbed(node, args)
  const found = findings.map((/** @type {any} */ { name }) => name)
  const places = placesOf(findings)
  const isRight = isPlaced({ server, found, places }, markedLines(set, server))
  console.error(
    `${isRight ? '' : 'WRONG '}${set} ${server}, Node ${node}, ${connections}: ${found.join(', ')} at ${places
      .map(({ file, line }) => `${file}:${line}`)
      .join(', ')} (${times.seconds} s)`
  )
  return { found, places, ...times }
}

main(Number(process.argv[2] ?? Infinity))
