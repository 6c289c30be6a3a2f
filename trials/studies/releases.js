'use strict'

// Measures releases of common packages with the gate: trials/releases/pairs.json, the same release twice, versions of
// Node, and regressions that threads report (reported.json). Saves each verdict in results/releases-study.json:
//   node trials/studies/releases.js         until everything has been measured (hours)
//   node trials/studies/releases.js 10      ten minutes of it
// It can be stopped at any time, and resumes where it stopped. Nothing else may run meanwhile.

const { execFile, execFileSync } = require('child_process')
const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const { machine, writeJson } = require('hot-path/testing')
const pairs = require('../releases/pairs.json')
const reported = require('../releases/reported.json')
const { HOT_PATH, binary } = require('./hot-path-on')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/releases-study.json')
const FOLDER = path.join(ROOT, 'trials/releases')
const INSTALLED = path.join(FOLDER, 'installed')
const NODE = '24'
/** @type {Record<string, string>} versions of Node for packages that do not start on `NODE` */
const OLDER_NODES = { restify: '22' }
const NODES = ['20', '22', '24', '26']
/** Servers that are measured on neighbouring versions of Node, too. */
const ON_NODES = ['express', 'fastify', 'koa', 'hapi', 'graphql', 'zod', 'pino', 'undici']
const SAME = 20
const AGAIN = 10
/** Hours after the first gate, at least, of the second gate for a pair and of the third. */
const HOURS_LATER = [1, 6]
const BUDGET_SECONDS = 60
const SHOP = '/articles/7?currency=EUR'
/** @type {Record<string, string>} */
const PATHS = { express: SHOP, fastify: SHOP, koa: SHOP, hapi: SHOP, restify: SHOP, 'serve-static': '/page.html' }
const MOST_FUNCTIONS = 5
/** Fields of a gate's record that the page needs. */
const KEPT = ['verdict', 'reason', 'ratio', 'interval', 'level', 'smallest', 'decidedBy', 'rounds', 'witnesses', 'counts', 'changes']

/**
 * @typedef {object} Wanted one gate
 * @property {string} id
 * @property {'release' | 'same' | 'node' | 'reported'} kind
 * @property {string} server name of its file
 * @property {string} package `node` for a version of Node itself
 * @property {string} [with] another package, with its version
 * @property {string} from version of the package, for the baseline
 * @property {string} to
 * @property {[string, string]} nodes of baseline and candidate
 * @property {number} run 2 or 3 for those that are measured again, hours later
 */

/** @param {number} minutes */
async function main (minutes) {
  const study = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : { version: 1, machine: machine(), gates: [] }
  study.machine = machine() // of the latest gates
  const untilMs = Date.now() + 60_000 * minutes
  for (const gate of wanted()) {
    if (Date.now() >= untilMs) break
    if (study.gates.some((/** @type {any} */ one) => one.id === gate.id && one.run === gate.run)) continue
    const first = study.gates.find((/** @type {any} */ one) => one.id === gate.id)
    const date = new Date().toISOString()
    if (gate.run > 1 && !(first && hoursBetween(first.date, date) >= HOURS_LATER[gate.run - 2])) continue
    /** @type {Record<string, any>} */
    const measured = { ...gate, date, ...(await measure(gate)) }
    study.gates.push(measured)
    writeJson(FILE, study)
    console.error(`${gate.id}, run ${gate.run}: ${measured.verdict ?? measured.failed} ${measured.ratio?.toFixed(3) ?? ''}`)
  }
}

/**
 * @param {string} from ISO date
 * @param {string} to ISO date
 */
function hoursBetween (from, to) {
  return (Date.parse(to) - Date.parse(from)) / 3_600_000
}

/**
 * @returns {Wanted[]} first those to measure again, then the reported regressions, then the others in
 *   an order that hides their kinds
 */
function wanted () {
  const twice = (/** @type {string} */ node) => /** @type {[string, string]} */ ([node, node])
  const releases = pairs.map(function (pair) {
    const id = `${pair.package} ${pair.from} → ${pair.to}`
    return { ...pair, id, kind: /** @type {const} */ ('release'), nodes: twice(OLDER_NODES[pair.server] ?? NODE), run: 1 }
  })
  const known = reported.map(function (pair) {
    const nodes = pair.package === 'node' ? /** @type {[string, string]} */ ([pair.from, pair.to]) : twice(pair.node ?? NODE)
    return { ...pair, id: `${pair.thread}, ${pair.package} ${pair.from} → ${pair.to}`, kind: /** @type {const} */ ('reported'), nodes, run: 1 }
  })
  const ofEach = new Map(releases.map((one) => [one.server, one]))
  const latest = [...ofEach.values()].map(({ to, ...one }) => ({ ...one, from: to, to }))
  const same = byHash(latest).slice(0, SAME).map((one) => ({ ...one, kind: /** @type {const} */ ('same'), id: `${one.package} ${one.to} twice` }))
  const nodes = latest
    .filter(({ server }) => ON_NODES.includes(server))
    .flatMap((one) => NODES.slice(1).map(function (node, i) {
      const nodes = /** @type {[string, string]} */ ([NODES[i], node])
      return { ...one, kind: /** @type {const} */ ('node'), nodes, id: `${one.package} ${one.to}, Node ${NODES[i]} → ${node}` }
    }))
  const again = HOURS_LATER.flatMap((_, i) => byHash(releases).slice(0, AGAIN).map((one) => ({ ...one, run: i + 2 })))
  return [...again, ...known, ...byHash([...releases, ...same, ...nodes])]
}

/**
 * @template {{ id: string }} T
 * @param {T[]} all
 * @returns {T[]} in an order that has nothing to do with their names
 */
function byHash (all) {
  const hash = (/** @type {T} */ { id }) => createHash('sha256').update(id).digest('hex')
  return all.toSorted((a, b) => hash(a).localeCompare(hash(b)))
}

/**
 * @param {Wanted} wanted
 * @returns {Promise<Record<string, any>>} the parts of the gate's record that the page needs; or why it `failed`
 */
async function measure (wanted) {
  const { kind, server, from, to, nodes } = wanted
  try {
    const baseline = install(wanted, from)
    const candidate = install(wanted, to, kind === 'same' ? '-again' : '')
    const args = [
      'gate',
      `--baseline=${baseline}`,
      `--candidate=${candidate}`,
      `--baseline-node=${binary(nodes[0])}`,
      `--candidate-node=${binary(nodes[1])}`,
      `--path=${PATHS[server] ?? '/'}`,
      `--budget=${BUDGET_SECONDS}s`,
      '--json'
    ]
    const gate = promisify(execFile)(binary(NODE), [HOT_PATH, ...args], { cwd: INSTALLED, maxBuffer: 1e8 })
    // The exit status says what the record says.
    const { stdout, stderr } = await gate.catch((err) => err)
    if (!stdout?.startsWith('{')) return { failed: reasonIn(String(stderr)) }
    const record = JSON.parse(stdout)
    const kept = Object.fromEntries(KEPT.map((field) => [field, record[field]]))
    const doubts = record.doubts.map((/** @type {any} */ doubt) => doubt.name)
    return { ...kept, doubts, grown: record.grown.slice(0, MOST_FUNCTIONS) }
  } catch (err) {
    return { failed: /** @type {Error} */ (err).message.split('\n')[0] }
  }
}

/**
 * @param {string} stderr
 * @returns {string} what the server or hot-path says in its error
 */
function reasonIn (stderr) {
  const lines = stderr.trim().split('\n')
  const ofServer = lines.find((line) => /^\| (?:\w*Error\b|.*: \w*Error\b)/.test(line))?.slice(2)
  return ofServer ?? lines.find((line) => line.startsWith('hot-path: '))?.slice(10) ?? lines[lines.length - 1]
}

/**
 * @param {Wanted} wanted
 * @param {string} version of its package
 * @param {string} [suffix] for a second installation
 * @returns {string} the server's file, beside the installed package
 */
function install ({ kind, server, package: name, with: other }, version, suffix = '') {
  const folder = path.join(INSTALLED, `${server}-${version}${suffix}`)
  const file = path.join(folder, 'server.mjs')
  fs.mkdirSync(folder, { recursive: true })
  if (name !== 'node' && !fs.existsSync(path.join(folder, 'node_modules', name))) {
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const packages = [`${name}@${version}`, ...(other ? [other] : [])]
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: folder })
  }
  fs.copyFileSync(path.join(FOLDER, kind === 'reported' ? 'reported' : 'servers', `${server}.mjs`), file)
  return file
}

module.exports = { PATHS, install, wanted }

if (require.main === module) main(Number(process.argv[2] ?? Infinity))
