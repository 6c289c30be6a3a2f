'use strict'

// Is Locust as exact as the other drivers, and how much does a worker send? Saves results/locust-study.json:
//   node trials/studies/locust.js
// Locust must be installed. Nothing else may run on the machine meanwhile.

const { spawn } = require('child_process')
const { once } = require('events')
const http = require('http')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { drive, findDriver, freePort, isListening, littlesLaw, machine, start, toSubject, toWorkload, withRunDirectory, writeJson } = require('hot-path/testing')
const config = require('../../scripts/config')
const { hotPathOn } = require('./hot-path-on')

const ROOT = path.resolve(__dirname, '../..')
const FILE = path.join(ROOT, 'results/locust-study.json')
const KINDS = path.join(ROOT, 'trials/servers/kinds')
const SECONDS = 4
const ROUNDS = 5
const CONNECTIONS = 50
const WORKERS = 4
const USERS = [50, 100, 500]
const GENERATORS = [
  { driver: 'built-in' },
  { driver: 'wrk' },
  { driver: 'locust', workers: 1 },
  { driver: 'locust', workers: 2 },
  { driver: 'locust', workers: WORKERS }
]
/** @type {Record<string, string[]>} options by driver; one worker of Locust is full before a fast server is */
const DRIVERS = { 'built-in': [], locust: ['--driver=locust', '--workers=2'] }
const SERVERS = [
  'accumulation/adds-a-listener',
  'accumulation/searches-all-that-came-before',
  'event-loop/computes-on-each-request',
  'event-loop/serialises-a-large-object',
  'gc/queues-callbacks',
  'healthy/looks-things-up',
  'refusing/fails-one-in-three',
  'sync-io/sleeps-in-the-loop',
  'sync-io/writes-and-syncs-a-file',
  'thread-pool/compresses',
  'waiting/waits-for-a-small-pool',
  'waiting/waits-for-a-timer'
]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

/** @typedef {Awaited<ReturnType<typeof start>>} Running */

async function main () {
  const study = {
    version: 1,
    date: new Date().toISOString(),
    machine: machine(),
    rates: await onStep2(rates),
    counts: await onStep2(counts),
    percentiles: await percentiles(),
    findings: await findings()
  }
  writeJson(FILE, study)
}

/**
 * @template T
 * @param {(running: Running) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function onStep2 (work) {
  const subject = toSubject('2', { config })
  return withRunDirectory(path.join(ROOT, 'reports/locust-study'), async function (directory) {
    const running = await start(subject, { directory, processMetrics: true })
    try {
      return await work(running)
    } finally {
      await running.kill()
    }
  })
}

/**
 * Each generator, alternating.
 *
 * @param {Running} running
 */
async function rates (running) {
  const samples = []
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { driver, workers } of round % 2 ? GENERATORS : GENERATORS.toReversed()) {
      const load = await loadOf(running, { driver, workers, connections: CONNECTIONS })
      samples.push({ driver, workers: workers ?? 1, round, ...figuresOf(load) })
    }
  }
  return tell(samples)
}

/**
 * Requests that the server counts, and Little's law.
 *
 * @param {Running} running
 */
async function counts (running) {
  const samples = []
  for (const connections of USERS) {
    const before = await running.processMetrics()
    const load = await loadOf(running, { driver: 'locust', workers: WORKERS, connections })
    const after = await running.processMetrics()
    samples.push({ connections, served: after.requests - before.requests, errors: load.errors, ...figuresOf(load) })
  }
  return tell(samples)
}

/**
 * @param {Running} running
 * @param {{ driver: string, workers?: number, connections: number }} options
 */
async function loadOf ({ subject, address }, { driver, ...more }) {
  const workload = toWorkload(subject, { durationSeconds: SECONDS, ...more })
  return drive(findDriver(driver), address, workload)
}

/** @param {import('hot-path').Load} load */
function figuresOf (load) {
  const { requests, requestsPerSecond, betweenMs = 0, generatorUtilization } = load
  return { requests, requestsPerSecond, betweenMs, generatorUtilization, law: littlesLaw(load) }
}

/** Latencies of a server of known delays, as the server measures them and as each generator does. */
async function percentiles () {
  /** @type {number[]} */
  let own = []
  const server = http.createServer(function (req, res) {
    const begun = performance.now()
    res.once('finish', () => own.push(performance.now() - begun))
    setTimeout(() => res.end('tea'), 40 + (own.length % 161))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('net').AddressInfo} */ (server.address())
  const address = { host: '127.0.0.1', port }
  const rows = []
  for (const { driver, workers } of GENERATORS) {
    own = []
    const workload = { path: '/', connections: CONNECTIONS, durationSeconds: SECONDS, workers }
    const { requestsPerSecond, latencyMs } = await drive(findDriver(driver), address, workload)
    const sorted = own.toSorted((a, b) => a - b)
    const at = (/** @type {number} */ share) => sorted[Math.ceil(share * sorted.length) - 1]
    rows.push({
      driver,
      workers: workers ?? 1,
      requestsPerSecond,
      latencyMs: { p50: latencyMs.p50, p90: latencyMs.p90, p99: latencyMs.p99 },
      serverMs: { p50: at(0.5), p90: at(0.9), p99: at(0.99) }
    })
  }
  server.close()
  server.closeAllConnections()
  return tell(rows)
}

/** The check-up of a process that runs already, under load from each generator. */
async function findings () {
  const rows = []
  for (const name of SERVERS) {
    /** @type {Record<string, any>} */
    const row = { server: name }
    for (const driver of Object.keys(DRIVERS)) {
      const port = await freePort()
      const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1' }
      const server = spawn(process.execPath, [path.join(KINDS, `${name}.js`)], { env, stdio: 'ignore' })
      const end = () => server.kill('SIGKILL')
      process.once('exit', end)
      while (!(await isListening({ host: '127.0.0.1', port }))) await wait(50)
      const args = ['checkup', `--attach=${server.pid}`, `--url=http://127.0.0.1:${port}/`, ...DRIVERS[driver], '--no-open', '--json']
      const record = await hotPathOn(process.versions.node.split('.')[0], args)
      end()
      process.off('exit', end)
      row[driver] = record.findings?.map((/** @type {{ name: string }} */ finding) => finding.name) ?? []
    }
    rows.push(row)
    tell(row)
  }
  return rows
}

/** @template T @param {T} result */
function tell (result) {
  console.error(JSON.stringify(result))
  return result
}

main()
