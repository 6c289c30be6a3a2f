'use strict'

// Tries the check-up, with its places, on servers whose finding and line are known, and keeps what it said in
// results/places-study.json:
//   npm run study:places            until everything has been tried (hours)
//   npm run study:places -- 10      ten minutes of it
// It can be stopped at any time, and goes on where it was. Two sets of servers: `chosen`, which thresholds and methods
// were chosen with, and `unseen`, which was written before the first trial and never used to choose anything.

const fs = require('fs')
const path = require('path')
const { machine } = require('hot-path/base/machine')
const { save } = require('./file')
const { hotPathOn } = require('./hot-path-on')
const { SETS, isPlaced, markedLines, serversOf } = require('./places-trial')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/places-study.json')
const NODES = ['20', '22', '24', '26']
const CONNECTIONS = [100, 10, 500]
// Node runs TypeScript by itself since 22.18.
const WITHOUT_TYPES = '20'
const KEPT_PLACES = 4

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE)
    ? JSON.parse(fs.readFileSync(FILE, 'utf8'))
    : { version: 1, machine: machine(), trials: [] }
  const untilMs = Date.now() + 60_000 * minutes
  for (const trial of wanted()) {
    if (Date.now() >= untilMs) break
    if (study.trials.some((/** @type {any} */ one) => same(one, trial))) continue
    study.trials.push({ ...trial, ...(await tried(trial)) })
    save(FILE, study, 'trials')
  }
}

/**
 * @returns {{ set: string, server: string, node: string, connections: number }[]} the usual load first, and of each
 *   load the servers that nothing was chosen with
 */
function wanted () {
  return CONNECTIONS.flatMap((connections) =>
    Object.keys(SETS).flatMap((set) =>
      NODES.flatMap((node) =>
        serversOf(set)
          .filter((server) => !(server.endsWith('ts') && node === WITHOUT_TYPES))
          .map((server) => ({ set, server, node, connections }))
      )
    )
  )
}

/**
 * @param {any} one
 * @param {any} other
 */
function same (one, other) {
  return ['set', 'server', 'node', 'connections'].every((key) => one[key] === other[key])
}

/**
 * @param {{ set: string, server: string, node: string, connections: number }} trial
 * @returns {Promise<{ found: string[], places: object[], seconds: number }>}
 */
async function tried ({ set, server, node, connections }) {
  const file = path.join(SETS[/** @type {keyof typeof SETS} */ (set)], server)
  const sinceMs = performance.now()
  const args = ['checkup', file, '--path=/', '--json', '--no-open', `--connections=${connections}`]
  const { findings = [] } = await hotPathOn(node, args)
  const found = findings.map((/** @type {any} */ { name }) => name)
  const places = (findings[0]?.places ?? [])
    .slice(0, KEPT_PLACES)
    .map((/** @type {any} */ { file, line, function: name, share }) => ({
      file: path.basename(file),
      line,
      function: name,
      share: Number(share.toFixed(2))
    }))
  const isRight = isPlaced({ server, found, places }, markedLines(set, server))
  const seconds = Number(((performance.now() - sinceMs) / 1000).toFixed(1))
  console.error(
    `${isRight ? '' : 'WRONG '}${set} ${server}, Node ${node}, ${connections}: ${found.join(', ')} at ${places
      .map((/** @type {any} */ { file, line }) => `${file}:${line}`)
      .join(', ')} (${seconds} s)`
  )
  return { found, places, seconds }
}

main(Number(process.argv[2] ?? Infinity))
