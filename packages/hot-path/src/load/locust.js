'use strict'

const fs = require('fs')
const os = require('os')
const path = require('path')
const { createInterface } = require('readline')
const children = require('../process/children')
const { isListening, isLoopback } = require('../process/address')
const { isHttp2, originOf } = require('../process/exchange')
const { LOOPBACK, freePort } = require('../process/free-port')
const { atExit } = require('../util/at-exit')
const { OperationalError } = require('../util/errors')
const { isConditional } = require('../util/expected-statuses')
const { counted } = require('../util/format')
const { isInstalled } = require('./external-program')
const { toLoad } = require('./locust-results')
const { reportProgress } = require('./progress')
const { sequenceOf, timeoutMsOf } = require('./requests')
const { conditions } = require('./workload')

/** @typedef {import('../types/pipeline').Load} Load */
/** @typedef {import('../types/pipeline').Workload} Workload */
/** @typedef {import('child_process').ChildProcess} ChildProcess */

const TEMPLATE = path.join(__dirname, 'locustfile.py')
const ENDS_WITHIN_MS = 3000
const WORKERS_WITHIN_SECONDS = 120
const USUAL_PORT = 5557 // of a master of Locust, which its workers use unless told otherwise
const TAIL = 2000 // characters of an error message of Locust

/**
 * Starts Locust: in one process, or a master and several workers. Their users, the connections, wait for a load.
 *
 * @param {import('../types/pipeline').Address} address
 * @param {Workload} workload
 * @param {Pick<import('../types/load').Listeners, 'onNote'> & { withinSeconds?: number }} [options] `withinSeconds`:
 *   how long to wait for workers on other machines
 * @returns {Promise<import('../types/load').Generator>}
 * @throws {OperationalError} if Locust cannot run, too few workers connect, or they cannot reach the server
 */
async function open (address, workload, { onNote = () => {}, withinSeconds = WORKERS_WITHIN_SECONDS } = {}) {
  if (isHttp2(address)) throw new OperationalError('Locust does not support HTTP/2. Use --driver=built-in.')
  const { connections, expectWorkers } = workload
  const workers = expectWorkers ?? Math.min(workload.workers ?? 1, connections)
  const isAlone = workers === 1 && !expectWorkers
  const target = expectWorkers ? await reachable(address) : address
  const plan = planOf(workload, workers, await conditions(address, workload))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-path-locust-'))
  const remove = () => fs.rmSync(folder, { recursive: true, force: true })
  const forget = atExit(remove)
  const file = path.join(folder, 'locustfile.py')
  fs.writeFileSync(file, locustfile(plan), { mode: 0o600 }) // requests may contain secrets
  const users = ['--headless', '--users', connections, '--spawn-rate', connections, '--host', originOf(target)]
  const host = expectWorkers ? target.host : LOOPBACK
  const port = expectWorkers ? USUAL_PORT : await freePort()
  const waited = ['--expect-workers', workers, '--expect-workers-max-wait', withinSeconds]
  const master = ['--master', '--master-bind-host', host, '--master-bind-port', port, ...waited]
  const worker = ['--worker', '--master-host', host, '--master-port', port]
  const own = isAlone || expectWorkers ? 0 : workers
  const programs = [
    startLocust(file, isAlone ? users : [...users, ...master]),
    ...Array.from({ length: own }, () => startLocust(file, worker))
  ]
  if (expectWorkers) onNote(`Start ${counted(workers, 'worker')} on other machines. This command starts one per core:\n\n  ${remoteCommand(host)}\n`)
  const locust = new Locust(workload, programs, function () {
    remove()
    forget()
  })
  let connected = 0
  try {
    await locust.opened(function (count) {
      connected = count
      if (expectWorkers) onNote(`... ${counted(connected, 'worker')} of ${workers} connected`)
    })
  } catch (err) {
    if (!(err instanceof GaveUp)) throw err
    throw new OperationalError(`only ${connected} of ${workers} workers of Locust connected within ${withinSeconds} s.`)
  }
  return locust
}

/** @param {string} host of the master */
function remoteCommand (host) {
  return `locust -f - --worker --master-host=${host} --processes=-1`
}

/**
 * @param {import('../types/pipeline').Address} address of the server
 * @returns {Promise<import('../types/pipeline').Address>} the address at which other machines reach it
 * @throws {OperationalError} if there is none
 */
async function reachable (address) {
  const isOwn = isLoopback(address.host)
  if (!isOwn) return address
  const outer = Object.values(os.networkInterfaces()).flat().filter((one) => one && !one.internal && one.family === 'IPv4')
  for (const one of outer) {
    const other = { ...address, host: String(one?.address) }
    if (await isListening(other)) return other
  }
  throw new OperationalError(`other machines cannot reach ${address.host}:${address.port}. Let the server listen on an address of this machine: --host=${outer[0]?.address ?? '<address>'}`)
}

/**
 * @param {string} file
 * @param {(string | number)[]} args
 */
function startLocust (file, args) {
  return children.start('locust', ['-f', file, '--loglevel', 'ERROR', '--only-summary', ...args.map(String)], {
    cwd: path.dirname(file), // another locust.conf would change the load
    stdio: ['pipe', 'pipe', 'pipe']
  })
}

/**
 * @param {Workload} workload
 * @param {number} workers
 * @param {Record<string, string>} [conditional] headers to add to each request
 */
function planOf (workload, workers, conditional = {}) {
  // Locust asks for compressed responses unless a header says otherwise; the other load generators do not.
  const usual = { ...conditional, 'Accept-Encoding': 'identity' }
  const headersOf = (/** @type {Record<string, string>} */ own) => {
    const names = Object.keys(own).map((name) => name.toLowerCase())
    const missing = Object.entries(usual).filter(([name]) => !names.includes(name.toLowerCase()))
    return { ...Object.fromEntries(missing), ...own }
  }
  return {
    requests: sequenceOf(workload).map(({ body, headers, ...one }) => ({
      ...one,
      headers: headersOf(headers),
      body: Buffer.from(body).toString('base64')
    })),
    timeoutSeconds: timeoutMsOf(workload) / 1000,
    workers,
    // If error responses are expected, latency is that of the other responses. A 304 is not an error response.
    all: workload.expects === undefined || isConditional(workload)
  }
}

/** @param {object} plan for Locust; with `seconds`, it runs one load by itself, and prints the results */
function locustfile (plan) {
  const text = Buffer.from(JSON.stringify(plan)).toString('base64')
  const template = fs.readFileSync(TEMPLATE, 'utf8')
  return template.replace(/^PLAN = .*$/m, () => `PLAN = json.loads(base64.b64decode("${text}"))`)
}

/** A closed loop of Locust's users. It does not report individual responses. */
class Locust {
  #workload
  #programs
  #remove
  #messages
  #errors = ''
  /** @type {Promise<never>} */
  #ended
  /** @type {Promise<never>} */
  #workerEnded

  /**
   * @param {Workload} workload
   * @param {ChildProcess[]} programs the first one takes commands
   * @param {() => void} remove deletes the temporary files
   */
  constructor (workload, programs, remove) {
    this.#workload = workload
    this.#programs = programs
    this.#remove = remove
    this.#messages = messagesOf(programs[0])
    for (const program of programs) {
      program.stdin?.on('error', () => {})
      program.stderr?.setEncoding('utf8').on('data', (text) => { this.#errors = (this.#errors + text).slice(-TAIL) })
    }
    const [master, ...workers] = programs
    for (const worker of workers) worker.stdout?.resume()
    this.#ended = this.#endOf(master)
    this.#workerEnded = Promise.race(workers.map((worker) => this.#endOf(worker)))
    for (const end of [this.#ended, this.#workerEnded]) end.catch(() => {}) // may come while no load runs
  }

  /**
   * @param {ChildProcess} program
   * @returns {Promise<never>}
   */
  #endOf (program) {
    return new Promise((_resolve, reject) => {
      program.once('error', (err) => reject(new OperationalError(`Locust cannot be started: ${err.message}`, { cause: err })))
      program.once('close', () => reject(endOf(this.#errors)))
    })
  }

  /**
   * Waits until all users are there.
   *
   * @param {(connected: number) => void} onWorkers
   */
  async opened (onWorkers) {
    try {
      for (;;) {
        const { users, workers } = await Promise.race([this.#next(), this.#workerEnded])
        if (users !== undefined) return
        if (workers) onWorkers(workers)
      }
    } catch (err) {
      this.close()
      throw err
    }
  }

  /** @returns {Promise<any>} the next message of locustfile.py */
  async #next () {
    const { value } = await Promise.race([this.#messages.next(), this.#ended])
    return value ?? this.#ended
  }

  /**
   * @param {number} durationSeconds how long requests are sent
   * @param {import('../types/load').Listeners} [listeners] all but `until`
   * @returns {Promise<Load>} figures of all requests that were sent, except by workers that are lost
   * @throws {OperationalError} if Locust ends, or all workers are lost
   */
  async load (durationSeconds, { onProgress = () => {}, onAnswer = () => {}, onCpu = () => {} } = {}) {
    const endProgress = reportProgress(durationSeconds, onProgress)
    /** @type {Map<string, number>} */
    const cpuSeconds = new Map()
    try {
      this.#programs[0].stdin?.write(`${durationSeconds}\n`)
      for (;;) {
        const { results, lost, report, worker } = await this.#next()
        if (report) {
          for (const [status, seen] of Object.entries(report.answers)) tellAnswers(onAnswer, Number(status), seen)
          cpuSeconds.set(worker, report.cpuSeconds)
          // Workers on other machines take no time of this one.
          if (!this.#workload.expectWorkers) onCpu(1e6 * [...cpuSeconds.values()].reduce((all, one) => all + one, 0))
        } else if (results?.length === 0) {
          throw new OperationalError('no worker of Locust gave a result.')
        } else if (results) {
          return toLoad(results, this.#workload, lost)
        }
      }
    } finally {
      endProgress()
    }
  }

  close () {
    const [master] = this.#programs
    // The end of its input makes a master end workers on other machines.
    const isRemote = this.#workload.expectWorkers !== undefined && master.exitCode === null
    if (isRemote) {
      master.stdin?.end()
      const late = setTimeout(() => children.end(master), ENDS_WITHIN_MS)
      master.once('close', () => clearTimeout(late))
    }
    for (const program of this.#programs.slice(isRemote ? 1 : 0)) children.end(program)
    this.#remove()
  }
}

class GaveUp extends OperationalError {}

/**
 * @param {string} errors what a master of Locust that has ended printed
 * @returns {OperationalError}
 */
function endOf (errors) {
  if (errors.includes('Gave up waiting for workers')) return new GaveUp('too few workers of Locust connected.')
  if (/Socket bind failure: .*in use/.test(errors)) {
    return new OperationalError(`port ${USUAL_PORT} is in use, at which workers of Locust connect. End the other Locust first.`)
  }
  return new OperationalError(`Locust ended before the load was over. ${errors.trim()}`.trim())
}

/**
 * @param {ChildProcess} program
 * @returns {AsyncGenerator<any, void>} the messages that it prints
 */
async function * messagesOf ({ stdout }) {
  if (!stdout) return
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('hot-path ')) yield JSON.parse(line.slice('hot-path '.length))
  }
}

/**
 * @param {NonNullable<import('../types/load').Listeners['onAnswer']>} onAnswer
 * @param {number} status
 * @param {[count: number, totalMs: number, maxMs: number]} seen responses with this status
 */
function tellAnswers (onAnswer, status, [count, totalMs, maxMs]) {
  onAnswer(maxMs, status, 1)
  if (count > 1) onAnswer((totalMs - maxMs) / (count - 1), status, count - 1)
}

module.exports = {
  name: 'locust',
  remedy: 'Install it: pip install locust, or uv tool install locust',
  available: () => isInstalled('locust'),
  can: (/** @type {Partial<Workload>} */ { pace }) => !pace,
  locustfile,
  open,
  planOf
}
