'use strict'

// Attaches to a server under traffic, with each instrument on each version of Node: 50 times for 0.3 s, then twice for
// hot-path's default duration; and 200 times with the instrument that leaves most on the heap, to see whether the heap
// keeps growing. Saves the users' latencies and the state left in the process in results/attach-study.json:
//   node trials/studies/attach.js
// It can be stopped at any time, and resumes where it stopped. Nothing else may run on the machine meanwhile.

const { execFile, spawn } = require('child_process')
const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { isDeepStrictEqual, promisify } = require('util')
const { drive, findDriver, machine, writeJson } = require('hot-path/testing')
const { HOT_PATH, binary } = require('./hot-path-on')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/attach-study.json')
const SERVER = path.join(ROOT, 'packages/hot-path/test/fixtures/serves-others.mjs')
const NODES = ['20', '22', '24', '26']
const LOOKS = ['cpu-profile', 'waits', 'heap', 'checkup']
const TIMES = 50
// After the first ten attachments, compiled code and V8's own tables are on the heap.
const SETTLED_AFTER = 10
// The instrument after which the heap was largest, and how often it is repeated to see whether growth ends.
const LARGEST = 'cpu-profile'
const MANY_TIMES = 200
const READ_EACH = 50
const MOMENT_SECONDS = 0.3
const SECONDS = 10
const LONG_TIMES = 2
const WARM_UP_SECONDS = 2
const PACE = { requestsPerSecond: 300 }
const CONNECTIONS = 10

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

async function main () {
  const study = fs.existsSync(FILE) ? JSON.parse(fs.readFileSync(FILE, 'utf8')) : { version: 1, trials: [] }
  study.heaps ??= []
  for (const node of NODES) {
    for (const look of LOOKS) {
      if (study.trials.some((/** @type {any} */ one) => one.node === node && one.look === look)) continue
      study.machine = machine() // of the latest trials
      study.trials.push({ node, look, ...(await withServer(node, (server) => tried(server, look))) })
      writeJson(FILE, study)
      console.error(JSON.stringify(study.trials.at(-1)))
    }
    if (study.heaps.some((/** @type {any} */ one) => one.node === node)) continue
    study.heaps.push({ node, look: LARGEST, each: READ_EACH, bytes: await withServer(node, heapsOf) })
    writeJson(FILE, study)
    console.error(JSON.stringify(study.heaps.at(-1)))
  }
}

/**
 * @template T
 * @param {string} node major version
 * @param {(server: { pid: number, port: number }) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withServer (node, work) {
  const server = spawn(binary(node), ['--expose-gc', SERVER], { stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => server.kill('SIGKILL'))
  try {
    const [line] = await once(server.stdout.setEncoding('utf8'), 'data')
    const port = Number(line)
    await new Traffic(port).pass(WARM_UP_SECONDS) // until V8 has compiled it
    return await work({ pid: Number(server.pid), port })
  } finally {
    server.kill('SIGKILL')
  }
}

/**
 * @param {{ pid: number, port: number }} server
 * @param {string} look
 */
async function tried ({ pid, port }, look) {
  const before = await stateAt(port)
  const shortly = new Traffic(port)
  /** @type {any} */
  let settled
  for (let time = 1; time <= TIMES; time++) {
    await shortly.pass(MOMENT_SECONDS)
    await shortly.passWhile(attached(pid, look, MOMENT_SECONDS))
    if (time === SETTLED_AFTER) settled = await stateAt(port)
  }
  const { heapBytes, ...left } = await stateAt(port)
  const { heapBytes: heapBefore, ...was } = before
  const long = new Traffic(port)
  for (let time = 1; time <= LONG_TIMES; time++) {
    await long.pass(SECONDS)
    await long.passWhile(attached(pid, look, SECONDS))
  }
  return {
    times: TIMES,
    failed: shortly.seen().failed + long.seen().failed,
    isAsBefore: isDeepStrictEqual(left, was),
    heapBytes: { before: heapBefore, settled: settled.heapBytes, after: heapBytes },
    moments: latencies(shortly.seen()),
    ofTenSeconds: latencies(long.seen())
  }
}

/**
 * @param {{ pid: number, port: number }} server
 * @returns {Promise<number[]>} bytes on the heap after every 50 attachments
 */
async function heapsOf ({ pid, port }) {
  const traffic = new Traffic(port)
  const bytes = []
  for (let time = 1; time <= MANY_TIMES; time++) {
    await traffic.passWhile(attached(pid, LARGEST, MOMENT_SECONDS))
    if (time % READ_EACH === 0) bytes.push((await stateAt(port)).heapBytes)
  }
  return bytes
}

/** Requests at a constant rate before and during attachments. Latencies count from the time a request was due. */
class Traffic {
  /** @type {{ before: number[], attached: number[] }} latencies in ms */
  #ms = { before: [], attached: [] }
  #failed = 0
  #port

  /** @param {number} port */
  constructor (port) {
    this.#port = port
  }

  /**
   * Sends requests in short bursts, as during attachments, because each burst opens new connections.
   *
   * @param {number} durationSeconds
   */
  async pass (durationSeconds) {
    for (let moments = Math.ceil(durationSeconds / MOMENT_SECONDS); moments > 0; moments--) await this.#moment('before')
  }

  /** @param {Promise<unknown>} work */
  async passWhile (work) {
    const over = new AbortController()
    const ended = work.finally(() => over.abort())
    ended.catch(() => {}) // awaited below
    while (!over.signal.aborted) await this.#moment('attached')
    await ended
  }

  /** @param {'before' | 'attached'} when */
  async #moment (when) {
    const workload = { path: '/', connections: CONNECTIONS, durationSeconds: MOMENT_SECONDS, pace: PACE }
    const onAnswer = (/** @type {number} */ ms) => this.#ms[when].push(ms)
    const address = { host: '127.0.0.1', port: this.#port }
    const { errors, non2xx } = await drive(findDriver('built-in', workload), address, workload, { onAnswer })
    this.#failed += errors + non2xx
  }

  seen () {
    const [before, attached] = [this.#ms.before, this.#ms.attached].map((all) => all.sort((a, b) => a - b))
    return {
      requests: { before: before.length, attached: attached.length },
      failed: this.#failed,
      p50Ms: { before: at(before, 0.5), attached: at(attached, 0.5) },
      p99Ms: { before: at(before, 0.99), attached: at(attached, 0.99) }
    }
  }
}

/** @param {ReturnType<Traffic['seen']>} seen */
function latencies ({ requests, p50Ms, p99Ms }) {
  return { requests, p50Ms, p99Ms }
}

/**
 * @param {number} pid
 * @param {string} look
 * @param {number} seconds
 */
async function attached (pid, look, seconds) {
  const args = [HOT_PATH, 'attach', String(pid), look, `--duration=${seconds}`, '--no-open', '--json']
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 1e8 })
}

/**
 * @param {number[]} sorted
 * @param {number} share 0-1
 */
function at (sorted, share) {
  return sorted[Math.floor(share * sorted.length)]
}

/** @param {number} port */
async function stateAt (port) {
  await wait(1000) // until V8 has freed compiled code, and the last connections have closed
  return (await fetch(`http://127.0.0.1:${port}/state`)).json()
}

main()
