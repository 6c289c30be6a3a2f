'use strict'

// Tries the check-up, with its places, on servers whose finding and line are known, and keeps what it said in
// results/places-study.json:
//   npm run study:places            until everything has been tried (hours)
//   npm run study:places -- 10      ten minutes of it
// It can be stopped at any time, and goes on where it was. Two sets of servers: `chosen`, which thresholds and methods
// were chosen with, and `unseen`, which was written before the first trial and never used to choose anything.

const { execFile, execFileSync } = require('child_process')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const { machine } = require('hot-path/base/machine')
const { save } = require('./file')
const { SETS, isPlaced, markedLines, serversOf } = require('./places-trial')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/places-study.json')
const HOT_PATH = path.join(ROOT, 'packages/hot-path/bin/hot-path.js')
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

/** @returns {{ set: string, server: string, node: string, connections: number }[]} the usual load on each Node first */
function wanted () {
  return CONNECTIONS.flatMap((connections) =>
    NODES.flatMap((node) =>
      Object.keys(SETS).flatMap((set) =>
        serversOf(set)
          .filter((server) => !(server.endsWith('.ts') && node === WITHOUT_TYPES))
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
  const args = [HOT_PATH, 'checkup', file, '--path=/', '--json', '--no-open', `--connections=${connections}`]
  const { findings = [] } = await answer(binary(node), args)
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

/**
 * @param {string} node
 * @param {string[]} args
 */
async function answer (node, args) {
  try {
    const run = promisify(execFile)(node, args, { cwd: ROOT, maxBuffer: 1e8 })
    return JSON.parse((await run).stdout)
  } catch (err) {
    const { stdout = '' } = /** @type {{ stdout?: string }} */ (err)
    return stdout.startsWith('{') ? JSON.parse(stdout) : {}
  }
}

/** @type {Map<string, string>} */
const binaries = new Map()

/** @param {string} node major version; the npm package `node` has a binary of each */
function binary (node) {
  if (process.version.startsWith(`v${node}.`)) return process.execPath
  if (!binaries.has(node)) {
    binaries.set(
      node,
      execFileSync('npx', ['-y', `node@${node}`, '-p', 'process.execPath'], { encoding: 'utf8' }).trim()
    )
  }
  return String(binaries.get(node))
}

main(Number(process.argv[2] ?? Infinity))
