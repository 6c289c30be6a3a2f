'use strict'

// Measures releases in a second way: requests per second with wrk (apt-get install wrk), without hot-path.
// Regressions that threads report: the older and the newer release. The largest changes: also the newer release with
// one of its changes undone (trials/releases/causes.json). Each process is measured in its first second, and after it.
// Saves the medians in results/releases-wrk-study.json:
//   node trials/studies/releases-wrk.js         on an idle machine, about fifteen minutes
//   node trials/studies/releases-wrk.js koa     only those whose names contain koa; the others keep their results

const { execFile, execFileSync, spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { promisify } = require('util')
const { freePort, isListening, machine, median, writeJson } = require('hot-path/testing')
const causes = require('../releases/causes.json')
const { binary } = require('./hot-path-on')
const { PATHS, install, wanted } = require('./releases')

const FILE = path.resolve(__dirname, '../../results/releases-wrk-study.json')
const ROUNDS = 4
// The first second of a process, in which V8 compiles, and two seconds after it.
const AGES = { first: 1, later: 2 }
const CONNECTIONS = 50 // as in a gate
const HOST = '127.0.0.1'
const WAIT_MS = 50
const MOST_WAITS = 200

/** @typedef {import('./releases').Wanted} Wanted */
/** @typedef {{ name: string, file: string, node: string }} Side `file`: the server; `node`: executable that runs it */
/** @typedef {{ first: number, later: number }} Rates requests per second in a process's first second, and after it */

/** @param {string} [part] of the names; those with another name keep their results */
async function main (part = '') {
  const all = wanted().filter((gate) => gate.run === 1 && (gate.kind === 'reported' || causeOf(gate)))
  const known = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')).measured : []
  const rates = new Map(known.map((/** @type {any} */ one) => [one.id, one.requestsPerSecond]))
  for (const gate of all.filter(({ id }) => id.includes(part))) {
    rates.set(gate.id, await compare(gate))
    console.error(gate.id, rates.get(gate.id))
    const measured = all.filter(({ id }) => rates.has(id)).map(({ id }) => ({ id, requestsPerSecond: rates.get(id) }))
    writeJson(FILE, { version: 1, machine: machine(), date: new Date().toISOString(), measured })
  }
}

/** @param {Wanted} gate */
function causeOf ({ id }) {
  return causes.find((cause) => cause.id === id)
}

/**
 * @param {Wanted} gate
 * @returns {Promise<Record<string, Rates>>} of each side: the medians of rounds that take turns
 */
async function compare (gate) {
  const sides = sidesOf(gate)
  /** @type {Record<string, Rates[]>} */
  const found = Object.fromEntries(sides.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) found[side.name].push(await ratesOf(side, PATHS[gate.server] ?? '/'))
  }
  return Object.fromEntries(Object.entries(found).map(([name, rates]) => [
    name,
    { first: median(rates.map(({ first }) => first)), later: median(rates.map(({ later }) => later)) }
  ]))
}

/**
 * @param {Wanted} gate
 * @returns {Side[]}
 */
function sidesOf (gate) {
  const cause = causeOf(gate)
  const [older, newer] = gate.nodes.map(binary)
  return [
    { name: 'older', file: install(gate, gate.from), node: older },
    { name: 'newer', file: install(gate, gate.to), node: newer },
    ...(cause?.undo.length ? [{ name: 'undone', file: undo(install(gate, gate.to, '-undone'), gate.package, cause.undo), node: newer }] : [])
  ]
}

/**
 * @param {string} server its file, beside the installed package
 * @param {string} name of the package
 * @param {{ file: string, from: string, to: string }[]} edits
 * @returns {string} server
 */
function undo (server, name, edits) {
  for (const { file, from, to } of edits) {
    const changed = path.join(path.dirname(server), 'node_modules', name, file)
    const text = fs.readFileSync(changed, 'utf8')
    if (!text.includes(from) && !text.includes(to)) throw new Error(`${changed} has no ${from}`)
    fs.writeFileSync(changed, text.replace(from, to))
  }
  return server
}

/**
 * @param {Side} side
 * @param {string} target path of the requests
 * @returns {Promise<Rates>}
 */
async function ratesOf ({ file, node }, target) {
  const port = await freePort()
  const child = spawn(node, [file], { env: { ...process.env, PORT: String(port), NODE_ENV: 'production' }, stdio: 'ignore' })
  const exited = once(child, 'exit')
  try {
    for (let waits = 0; !(await isListening({ host: HOST, port })); waits++) {
      if (waits > MOST_WAITS || child.exitCode !== null) throw new Error(`${file} does not listen`)
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
    const url = `http://${HOST}:${port}${target}`
    return { first: await wrk(url, AGES.first), later: await wrk(url, AGES.later) }
  } finally {
    child.kill()
    await exited
  }
}

/**
 * @param {string} url
 * @param {number} seconds
 * @returns {Promise<number>} requests per second
 */
async function wrk (url, seconds) {
  const { stdout } = await promisify(execFile)('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, url])
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} responds with errors`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

module.exports = { AGES }

if (require.main === module) {
  execFileSync('which', ['wrk'])
  main(process.argv[2])
}
