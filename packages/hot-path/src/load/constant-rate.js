'use strict'

const http2 = require('http2')
const { performance } = require('perf_hooks')
const { setImmediate: turn, setTimeout: wait } = require('timers/promises')
const { expectedStatuses, isConditional } = require('../util/expected-statuses')
const { Latencies } = require('./histogram')
const { programGenerator } = require('./external-program')
const { UNVERIFIED, clientOf, isHttp2, optionsOf, originOf, toHttp2Headers } = require('../process/exchange')
const { sequenceOf, timeoutMsOf, withId } = require('./requests')

// Timers have a resolution of 1 ms, and may fire 1 ms early.
const TIMER_MS = 1

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Workload} Workload */
/** @typedef {import('../types/pipeline').Load} Load */
/**
 * @typedef {{ status: number | null, ms: number, bytes: number, lateMs: number }} Answer `status`: null without a
 *   response; `lateMs`: how long after its due time the request was sent
 */

/**
 * Loads a server at a constant rate (open loop), from this process.
 *
 * A closed loop (autocannon, wrk) sends a request when the previous one is answered. During a stall of the server it
 * sends nothing. The stall shows in a handful of latencies among thousands, and vanishes from the percentiles. This is
 * called coordinated omission. Real users do not wait for each other, so this loop does not wait either. Latency counts
 * from the due time of a request: CPU contention also delays the sender, and that delay would be omitted otherwise. The
 * record contains the delay of the sender (`lateMs`).
 *
 * autocannon's `overallRate` is unsuitable: it sends the requests of each second in one burst, and its correction
 * mistakes seconds for milliseconds (version 9.0, lib/run.js: `Math.ceil(1 / rate)`).
 *
 * Source: Gil Tene, "How NOT to Measure Latency", 2013.
 *
 * @param {Address} address
 * @param {Workload} workload with `pace`; `connections` is the maximum open at once
 * @param {import('../types/load').Listeners} [options]
 * @returns {Promise<Load>}
 */
async function run (address, workload, { onProgress, onAnswer } = {}) {
  const { connections, durationSeconds, pace } = workload
  if (!pace) throw new TypeError('a load at a constant rate needs `pace`')
  const cpu = process.cpuUsage()
  const loop = performance.eventLoopUtilization()
  const begun = performance.now()
  const [answers] = await Promise.all([
    send(
      address,
      { requests: sequenceOf(workload), connections, durationSeconds, requestsPerSecond: pace.requestsPerSecond },
      { onProgress, onAnswer }
    ),
    pace.beside && send(address, { ...pace.beside, requests: sequenceOf(pace.beside), connections, durationSeconds })
  ])
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return {
    driver: 'paced',
    connections,
    seconds,
    ...summary(answers, workload, seconds),
    generatorCpuShare: (user + system) / 1e6 / seconds,
    generatorUtilization: performance.eventLoopUtilization(loop).utilization
  }
}

/**
 * @param {Address} address
 * @param {{ requests: import('./requests').WholeRequest[], connections: number, durationSeconds: number,
 *   requestsPerSecond: number }} load
 * @param {import('../types/load').Listeners} [options]
 * @returns {Promise<Answer[]>} one per request
 */
async function send (
  address,
  { requests, connections, durationSeconds, requestsPerSecond },
  { onProgress = () => {}, onAnswer = () => {} } = {}
) {
  const client = isHttp2(address) ? new Http2Client(address, connections) : new Http1Client(address, connections)
  const timeoutMs = timeoutMsOf({ durationSeconds })
  const count = Math.max(1, Math.round(requestsPerSecond * durationSeconds))
  const begun = performance.now()
  const answers = []
  for (let i = 0; i < count; i++) {
    const due = begun + (1000 * i) / requestsPerSecond
    await until(due)
    const { body, ...request } = withId(requests[i % requests.length])
    const answer = ask(client, request, body, { due, timeoutMs })
    answers.push(answer)
    answer.then(({ ms, status }) => status !== null && onAnswer(ms, status))
    onProgress(i / count)
  }
  try {
    return await Promise.all(answers)
  } finally {
    client.destroy()
  }
}

/**
 * Waits until a request is due, and never shorter, because its latency counts from then. A timer may fire 1 ms early,
 * so the last millisecond is polled in each turn of the event loop.
 *
 * @param {number} due milliseconds, as `performance.now()` counts them
 */
async function until (due) {
  for (let leftMs = due - performance.now(); leftMs > 0; leftMs = due - performance.now()) {
    await (leftMs > TIMER_MS ? wait(leftMs - TIMER_MS) : turn())
  }
}

/** @typedef {Omit<import('./requests').WholeRequest, 'body'>} Head */
/** @typedef {(response: import('stream').Readable, status: number) => void} OnResponse */

/** At most `connections` connections, each with one request at a time. The others wait. */
class Http1Client {
  #address
  #agent
  #client

  /**
   * @param {Address} address
   * @param {number} connections
   */
  constructor (address, connections) {
    this.#address = address
    this.#client = clientOf(address)
    this.#agent = new this.#client.Agent({ keepAlive: true, maxSockets: connections })
  }

  /**
   * @param {Head} head
   * @param {OnResponse} onResponse
   */
  request (head, onResponse) {
    const options = { ...optionsOf(this.#address), agent: this.#agent, ...head }
    return this.#client.request(options, (response) => onResponse(response, Number(response.statusCode)))
  }

  destroy () {
    this.#agent.destroy()
  }
}

/** At most `connections` HTTP/2 connections, which share the requests in turn. */
class Http2Client {
  #address
  /** @type {http2.ClientHttp2Session[]} */
  #sessions = []
  #connections
  #next = 0

  /**
   * @param {Address} address
   * @param {number} connections
   */
  constructor (address, connections) {
    this.#address = address
    this.#connections = connections
  }

  /**
   * @param {Head} head
   * @param {OnResponse} onResponse
   */
  request (head, onResponse) {
    const at = this.#next++ % this.#connections
    const known = this.#sessions[at]
    const session = known && !known.closed && !known.destroyed ? known : this.#connect()
    this.#sessions[at] = session
    const stream = session.request(toHttp2Headers(head, this.#address), { endStream: false })
    stream.on('response', (headers) => onResponse(stream, Number(headers[':status'])))
    return stream
  }

  #connect () {
    return http2.connect(originOf(this.#address), UNVERIFIED).on('error', () => {}) // its streams have it, too
  }

  destroy () {
    for (const session of this.#sessions) session.destroy()
  }
}

/**
 * @param {Http1Client | Http2Client} client
 * @param {Head} head
 * @param {string | Buffer} body
 * @param {{ due: number, timeoutMs: number }} when due time, and timeout from when it is sent
 * @returns {Promise<Answer>}
 */
function ask (client, head, body, { due, timeoutMs }) {
  const lateMs = performance.now() - due
  return new Promise(function (resolve) {
    const settle = (/** @type {number | null} */ status, bytes = 0) => {
      clearTimeout(limit)
      resolve({ status, ms: performance.now() - due, bytes, lateMs })
    }
    const request = client.request(head, function (response, status) {
      let bytes = 0
      response.on('data', (chunk) => {
        bytes += chunk.length
      })
      response.on('end', () => settle(status, bytes))
      response.on('error', () => settle(null))
    })
    const limit = setTimeout(() => request.destroy(new Error('too late')), timeoutMs) // a body may be endless
    request.on('error', () => settle(null))
    request.end(body)
  })
}

/**
 * @param {Answer[]} answers
 * @param {Workload} workload
 * @param {number} seconds
 */
function summary (answers, workload, seconds) {
  const expects = expectedStatuses(workload)
  const timeoutMs = timeoutMsOf(workload)
  const came = answers.filter(({ status }) => status !== null)
  const isOk = (/** @type {Answer} */ { status }) => status !== null && status >= 200 && status < 300
  const good = (/** @type {Answer} */ answer) => isOk(answer) || (answer.status === 304 && isConditional(workload))
  const latencies = new Latencies()
  for (const answer of came.filter(good)) latencies.record(answer.ms)
  const timedOut = answers.filter(({ status, ms }) => status === null && ms >= timeoutMs)
  for (const { ms } of timedOut) latencies.record(ms) // a lower bound
  return {
    requests: came.length,
    requestsPerSecond: came.length / seconds,
    bytesPerSecond: came.reduce((sum, { bytes }) => sum + bytes, 0) / seconds,
    ...latencies.summary(),
    lateMs: percentile(
      answers.map(({ lateMs }) => lateMs).sort((a, b) => a - b),
      99
    ),
    non2xx: came.filter((answer) => !isOk(answer)).length,
    expected: came.filter(({ status }) => status !== null && expects.includes(status)).length,
    errors: answers.length - came.length,
    timeouts: timedOut.length
  }
}

/**
 * @param {number[]} sorted
 * @param {number} percent
 * @returns {number} nearest-rank percentile; NaN if empty
 */
function percentile (sorted, percent) {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

module.exports = {
  name: 'paced',
  available: () => true,
  can: (/** @type {Partial<Workload>} */ { pace }) => pace !== undefined,
  open: programGenerator(run)
}
