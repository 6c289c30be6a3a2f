'use strict'

const Client = require('autocannon/lib/httpClient')
const requestBuilder = require('autocannon/lib/httpRequestBuilder')
const { hasIds, withId } = require('./requests')

// autocannon's own client, one for each connection: its whole program closes all connections when a load ends, and
// throws away the requests that are under way.

const NEVER_MS = 2 ** 31 - 1 // the longest that a timer can wait
const MOST_HEADER_BYTES = 1_000_000 // of an answer
const H = 'H'.charCodeAt(0) // of all methods, HEAD alone begins so

/**
 * One connection, which asks before each request whether it may send, and what. `waits`: for an answer; `closes`: it
 * is to be closed after this answer; `isEarly`: what comes is not yet the answer; `isHead`: headers alone are asked
 * for; `hasBody`: a body follows the headers; `isReading`: bytes are looked at, and `isNext`: the next request is sent
 * after them. autocannon's constructor connects already, so these are set by the methods, and not where a class
 * declares its fields.
 */
class Connection extends Client {
  /**
   * @param {object} options
   * @param {RequestBuffers} requests
   * @param {(connection: Connection) => boolean} maySend
   */
  constructor (options, requests, maySend) {
    super({
      ...options,
      setupClient: (/** @type {Connection} */ client) => {
        client.maySend = maySend
        client.requests = requests
      }
    })
    this.on('headers', (info) => this.#read(info))
    // It would collect headers without an end, and autocannon does not look at what it says of them.
    this.parser.maxHeaderSize = MOST_HEADER_BYTES
    const execute = this.parser.execute
    this.parser.execute = (/** @type {Buffer} */ chunk) => {
      this.isReading = true
      const read = execute.call(this.parser, chunk)
      this.isReading = false
      if (read instanceof Error) this.#giveUp()
      else if (this.isNext) this.next()
      return read
    }
    const { kOnBody, kOnHeadersComplete, kOnMessageComplete } = this.parser.constructor
    const read = this.parser[kOnHeadersComplete]
    const complete = this.parser[kOnMessageComplete]
    // Whether no body follows, whatever the headers announce (RFC 9112, section 6.3).
    this.parser[kOnHeadersComplete] = (/** @type {any} */ info) => {
      read(info)
      return !this.hasBody
    }
    // Bodies are counted, and not kept: a load reads gigabytes.
    this.parser[kOnBody] = () => {}
    // Early hints (103) and the like come before the answer.
    this.parser[kOnMessageComplete] = () => {
      if (this.isEarly) return
      if (this.waits) complete()
      else this.#refuse()
    }
  }

  /** @param {{ statusCode: number, versionMinor: number }} info */
  #read ({ statusCode, versionMinor }) {
    const { connection, isChunked, body_bytes: bodyBytes } = this.parser
    this.isEarly = statusCode < 200
    this.hasBody = !this.isHead && !this.isEarly && statusCode !== 204 && statusCode !== 304
    this.closes =
      !this.isEarly &&
      (connection.includes('close') ||
        (versionMinor === 0 && !connection.includes('keep-alive')) ||
        (this.hasBody && !isChunked && bodyBytes === null)) // such a body ends with the connection
  }

  /** A response that nobody asked for: what comes next on this connection cannot be told apart, so it is given up. */
  #refuse () {
    if (this.closes || this.destroyed) return
    this.closes = true
    this.emit('lost')
    this.#reconnect()
  }

  /** What comes is no answer. The next connection counts it as lost. */
  #giveUp () {
    this.closes = true
    this.#reconnect()
  }

  /** In its own time: the parser is at work, and the server may have closed the connection by then. */
  #reconnect () {
    process.nextTick(() => this.closes && !this.destroyed && this._resetConnection())
  }

  /** Sends the next request, or rests. */
  next () {
    // What is left of these bytes was sent before the next request: it cannot answer that.
    this.isNext = this.isReading
    if (this.isNext) return
    if (this.closes) return this.#reconnect() // Node leaves it to the client to close; the next connection sends
    if (this.maySend(this)) {
      this.waits = true
      super._doRequest()
    } else {
      this.timeoutTicker.reschedule(NEVER_MS)
    }
  }

  // Called by autocannon's client when a connection is made, and when an answer has come.
  _doRequest () {
    this.waits = false
    this.next()
  }

  // Called for what is sent. autocannon would take it from a list that each client has for itself.
  getRequestBuffer () {
    const request = this.requests.next()
    this.isHead = request[0] === H
    return request
  }

  _connect () {
    if (this.waits) this.parser.finish() // where the body ends with the connection, the answer is whole now
    if (this.waits) this.emit('lost')
    this.closes = false
    this.isEarly = false
    this.waits = false
    this.pipelinedRequests.clear()
    this.parser.reinitialize('RESPONSE')
    super._connect()
  }
}

// autocannon's own: a request as the bytes that go over the connection.

/** @typedef {import('./requests').WholeRequest} WholeRequest */

/**
 * The requests of a load, handed out in turns to whichever connection is free.
 */
class RequestBuffers {
  /** @type {(() => Buffer)[]} */
  #makers
  #next = 0

  /**
   * @param {WholeRequest[]} sequence
   * @param {object} options of autocannon's client: host, and headers that each request has
   */
  constructor (sequence, options) {
    const build = requestBuilder(options)
    const written = (/** @type {WholeRequest} */ request) => build({ ...request })
    /** @type {Map<WholeRequest, () => Buffer>} */
    const makers = new Map()
    for (const request of new Set(sequence)) makers.set(request, makerOf(request, written))
    this.#makers = sequence.map((request) => /** @type {() => Buffer} */ (makers.get(request)))
  }

  /** @returns {Buffer} */
  next () {
    const make = this.#makers[this.#next]
    this.#next = (this.#next + 1) % this.#makers.length
    return make()
  }
}

/**
 * @param {WholeRequest} request
 * @param {(request: WholeRequest) => Buffer} written
 * @returns {() => Buffer} what is always the same is written once
 */
function makerOf (request, written) {
  if (hasIds(request)) return () => written(withId(request))
  const buffer = written(request)
  return () => buffer
}

module.exports = { Connection, RequestBuffers }
