'use strict'

// A server process, the attach command, and their CPU time.

const { spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const readline = require('readline')
const { text } = require('stream/consumers')
const { drive, findDriver, usageOf } = require('hot-path/testing')
const { HOT_PATH, binary } = require('../hot-path-on')
const { SERVERS } = require('./judged')

const CONNECTIONS = 10
const READ_EACH_MS = 500
// Another program may use the usual port of the inspector.
const OWN_PORT = '--inspect-port=0'

/** @type {Set<import('child_process').ChildProcess>} */
const servers = new Set()
process.on('exit', () => servers.forEach((server) => server.kill('SIGKILL')))

/** @typedef {{ pid: number, port: number, child: import('child_process').ChildProcess, lines: string[] }} Server */

/**
 * @template T
 * @param {string} node major version
 * @param {string[]} args options of Node, and a server that prints its port first
 * @param {(server: Server) => Promise<T>} work `lines`: what the server has printed since
 * @returns {Promise<T>}
 */
async function withServer (node, args, work) {
  const child = spawn(binary(node), [OWN_PORT, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  servers.add(child)
  try {
    const output = readline.createInterface({ input: child.stdout })
    const [port] = await once(output, 'line')
    /** @type {string[]} */
    const lines = []
    output.on('line', (line) => lines.push(line))
    return await work({ pid: Number(child.pid), port: Number(port), child, lines })
  } finally {
    child.kill('SIGKILL')
    servers.delete(child)
  }
}

/**
 * @param {string} node major version
 * @param {number} pid
 * @param {string[]} args
 * @param {(pid: number) => void} [onBegin] receives hot-path's process id when it announces what it does
 * @returns {Promise<{ record: any, error: string | undefined, reportSeconds: number, seconds: number }>} `record`:
 *   empty after an error; `reportSeconds`: time until the report; `seconds`: until the end of hot-path
 */
async function attachTo (node, pid, args, onBegin = () => {}) {
  const sinceMs = performance.now()
  const secondsNow = () => Number(((performance.now() - sinceMs) / 1000).toFixed(2))
  const command = [HOT_PATH, 'attach', String(pid), ...args, '--json', '--no-open']
  const child = spawn(binary(node), command, { stdio: ['ignore', 'pipe', 'pipe'] })
  let reportSeconds = NaN
  child.stdout.once('data', () => {
    reportSeconds = secondsNow()
  })
  child.stderr.once('data', () => onBegin(Number(child.pid)))
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const seconds = secondsNow()
  return status === 0
    ? { record: JSON.parse(output), error: undefined, reportSeconds, seconds }
    : { record: {}, error: errors.trim(), reportSeconds, seconds }
}

/**
 * @param {{ port: number }} server
 * @param {{ durationSeconds: number, requestsPerSecond: number }} load
 */
async function load ({ port }, { durationSeconds, requestsPerSecond }) {
  const workload = { path: '/', connections: CONNECTIONS, durationSeconds, pace: { requestsPerSecond } }
  await drive(findDriver('built-in', workload), { host: '127.0.0.1', port }, workload)
}

/**
 * Measures the CPU use of a process and its descendants until it ends, or the returned function is called.
 *
 * @param {number} pid
 * @returns {() => number} in cores
 */
function meter (pid) {
  const read = () => ({ cpuMs: usageOf(pid)?.cpuMs, atMs: performance.now() })
  const first = read()
  let last = first
  const readAgain = () => {
    const now = read()
    if (now.cpuMs !== undefined) last = now
  }
  const timer = setInterval(readAgain, READ_EACH_MS)
  return function () {
    clearInterval(timer)
    readAgain()
    return Number(((Number(last.cpuMs) - Number(first.cpuMs)) / (last.atMs - first.atMs)).toFixed(4))
  }
}

/**
 * @param {{ file: string, line: number }[]} [places]
 * @returns {import('./judged').Line | null} the first; its file relative to the servers' folder
 */
function firstPlace (places = []) {
  const [place] = places
  return place ? { file: path.relative(SERVERS, path.resolve(place.file)), line: place.line } : null
}

module.exports = { attachTo, firstPlace, load, meter, withServer }
