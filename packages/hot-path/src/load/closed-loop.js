'use strict'

const { performance } = require('perf_hooks')
const { expectedStatuses, isConditional } = require('../util/expected-statuses')
const { isHttp2 } = require('../process/exchange')
const { OperationalError } = require('../util/errors')
const { Latencies } = require('./histogram')
const { Connection, Requests } = require('./connection')
const { Http2Connection } = require('./http2-connection')
const { reportProgress } = require('./progress')
const { sequenceOf, timeoutMsOf } = require('./requests')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Workload} Workload */
/** @typedef {import('../types/pipeline').Load} Load */

// Error codes of a system that has no more sockets.
const NO_SOCKETS = ['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS']

/**
 * A closed loop over persistent connections: during a load, each sends a request when the previous one is answered.
 * When the load is over, the requests in flight are still awaited. Every request that was sent therefore has a latency,
 * and the next load finds the connections open.
 */
class ClosedLoop {
  #sending = false
  /** @type {Set<Connection | Http2Connection>} connections that wait for the next load */
  #resting = new Set()
  /** @type {(Connection | Http2Connection)[]} */
  #connections
  #settle = () => {}
  /** @type {OperationalError | null} */
  #failure = null
  #counts = newCounts()
  /** @type {import('../types/load').Listeners['onAnswer']} */
  #onAnswer
  #isGood
  #Kind

  /**
   * @param {Address} address
   * @param {Workload} workload its duration sets only the timeout of a request: see load()
   * @param {Record<string, string>} headers
   */
  constructor (address, workload, headers) {
    this.workload = workload
    // If error responses are expected, latency is that of the other responses. A 304 is not an error response.
    this.#isGood =
      workload.expects === undefined || isConditional(workload)
        ? () => true
        : (/** @type {number} */ status) => status >= 200 && status < 300
    this.#Kind = isHttp2(address) ? Http2Connection : Connection
    const requests = new Requests(sequenceOf(workload), {
      headers,
      serialise: (request) => this.#Kind.serialise(request, address)
    })
    this.#connections = Array.from({ length: workload.connections }, () => this.#connect(address, requests))
  }

  /** Waits until every connection is open, or has failed to open. */
  async opened () {
    await Promise.all(this.#connections.map((connection) => connection.opened()))
  }

  /**
   * @param {number} durationSeconds how long requests are sent
   * @param {import('../types/load').Listeners} [listeners]
   * @returns {Promise<Load>} figures of all requests that were sent
   * @throws {OperationalError} if the system has no more sockets
   */
  async load (durationSeconds, { onProgress = () => {}, onAnswer, until } = {}) {
    this.#counts = newCounts()
    this.#onAnswer = onAnswer
    const cpu = process.cpuUsage()
    const utilization = performance.eventLoopUtilization()
    const begun = performance.now()
    const endProgress = reportProgress(durationSeconds, onProgress)
    const stop = () => this.#stopSending()
    const over = setTimeout(stop, 1000 * durationSeconds)
    until?.addEventListener('abort', stop, { once: true })
    try {
      await new Promise((resolve) => {
        this.#settle = () => resolve(null)
        this.#startSending()
      })
    } finally {
      clearTimeout(over)
      endProgress()
      until?.removeEventListener('abort', stop)
      this.#sending = false
    }
    if (this.#failure) throw this.#failure
    const seconds = (performance.now() - begun) / 1000
    const { user, system } = process.cpuUsage(cpu)
    return toLoad(this.#counts, {
      connections: this.workload.connections,
      seconds,
      sendingSeconds: (this.#counts.stoppedAt - begun) / 1000,
      expects: expectedStatuses(this.workload),
      generatorCpuShare: (user + system) / 1e6 / seconds,
      generatorUtilization: performance.eventLoopUtilization(utilization).utilization
    })
  }

  /** Closes the connections. Ends a running load, for example when the server has ended. */
  close () {
    this.#sending = false
    for (const connection of this.#connections) connection.destroy()
    this.#settle()
  }

  #startSending () {
    this.#sending = true
    const ready = [...this.#resting]
    this.#resting.clear()
    for (const connection of ready) connection.next()
    if (this.#failure) this.#settle()
  }

  #stopSending () {
    if (!this.#sending) return
    this.#sending = false
    Object.assign(this.#counts, { inTime: this.#counts.requests, stoppedAt: performance.now() })
    this.#settleIfOver()
  }

  #settleIfOver () {
    if (!this.#sending && this.#resting.size === this.workload.connections) this.#settle()
  }

  /**
   * @param {Address} address
   * @param {Requests<any>} requests
   */
  #connect (address, requests) {
    const maySend = (/** @type {Connection | Http2Connection} */ rests) => {
      if (this.#sending) return true
      this.#resting.add(rests)
      this.#settleIfOver()
      return false
    }
    const connection = new this.#Kind(address, requests, { timeoutMs: timeoutMsOf(this.workload), maySend })
    connection.on('response', (/** @type {number} */ status, /** @type {number} */ bytes, /** @type {number} */ ms) =>
      this.#answered(status, bytes, ms)
    )
    connection.on('timeout', () => {
      this.#counts.timeouts++
      this.#counts.latencies.record(timeoutMsOf(this.workload)) // a lower bound
    })
    connection.on('lost', () => {
      this.#counts.errors++
    })
    connection.on(
      'connError',
      (/** @type {NodeJS.ErrnoException} */ err) => NO_SOCKETS.includes(String(err.code)) && this.#endWith(err)
    )
    return connection
  }

  /**
   * @param {number} status
   * @param {number} bytes
   * @param {number} ms
   */
  #answered (status, bytes, ms) {
    const counts = this.#counts
    counts.requests++
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
    if (this.#isGood(status)) {
      counts.latencies.record(ms)
      counts.bytes += bytes
    }
    this.#onAnswer?.(ms, status)
  }

  /** @param {NodeJS.ErrnoException} err */
  #endWith (err) {
    const open = this.#connections.filter(({ isOpen }) => isOpen).length
    this.#failure = new OperationalError(
      `the system allows only ${open} connections at once (${err.code}). ` +
        'Use fewer --connections, or raise the limit of open files: ulimit -n 8192',
      { cause: err }
    )
    this.close()
  }
}

function newCounts () {
  /** @type {Record<number, number>} */
  const statuses = {}
  return {
    requests: 0,
    inTime: 0,
    stoppedAt: NaN,
    bytes: 0,
    errors: 0,
    timeouts: 0,
    latencies: new Latencies(),
    statuses
  }
}

/**
 * @param {ReturnType<typeof newCounts>} counts
 * @param {{ connections: number, seconds: number, sendingSeconds: number, expects: number[], generatorCpuShare: number,
 *   generatorUtilization: number }} measured
 * @returns {Load}
 */
function toLoad (
  { requests, inTime, bytes, errors, timeouts, latencies, statuses },
  { seconds, sendingSeconds, expects, ...measured }
) {
  return {
    driver: 'built-in',
    ...measured,
    seconds,
    requests,
    requestsPerSecond: inTime / sendingSeconds,
    bytesPerSecond: bytes / seconds,
    ...latencies.summary(),
    non2xx:
      requests - Object.entries(statuses).reduce((sum, [status, count]) => sum + (/^2/.test(status) ? count : 0), 0),
    expected: expects.reduce((sum, status) => sum + (statuses[status] ?? 0), 0),
    errors,
    timeouts
  }
}

module.exports = { ClosedLoop }
