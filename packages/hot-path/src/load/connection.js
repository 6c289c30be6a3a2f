'use strict'

const Client = require('autocannon/lib/httpClient')
const requestBuilder = require('autocannon/lib/httpRequestBuilder')
const { hasIds, withId } = require('./requests')

// Uses autocannon's client class, one instance per connection. autocannon's own program closes all connections at the
// end of a load, and discards the requests in flight.

const NEVER_MS = 2 ** 31 - 1 // maximum delay of a timer
const MOST_HEADER_BYTES = 1_000_000 // per response
const H = 'H'.charCodeAt(0) // the only method that begins with H is HEAD

/**
 * One connection. Before each request it asks whether it may send, and what. `waits`: a response is outstanding;
 * `closes`: the connection has to be closed after this response; `isEarly`: the response is informational (1xx);
 * `isHead`: the request is a HEAD; `hasBody`: a body follows the headers; `isReading`: the parser is running; `isNext`:
 * send the next request after that. Methods set these, not class fields, because autocannon's constructor already
 * connects.
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
    // The parser returns an error for larger headers, but goes on collecting them, and autocannon ignores the error.
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
    // Returns whether to expect no body, whatever the headers announce (RFC 9112, section 6.3).
    this.parser[kOnHeadersComplete] = (/** @type {any} */ info) => {
      read(info)
      return !this.hasBody
    }
    // Bodies are counted, but not stored: a load reads gigabytes.
    this.parser[kOnBody] = () => {}
    // Informational responses, such as early hints (103), precede the final response.
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

  /** Gives up the connection after an unrequested response: later responses could not be matched to requests. */
  #refuse () {
    if (this.closes || this.destroyed) return
    this.closes = true
    this.emit('lost')
    this.#reconnect()
  }

  /** Gives up the connection after invalid data. On reconnecting, the request counts as lost. */
  #giveUp () {
    this.closes = true
    this.#reconnect()
  }

  /** Reconnects on the next tick, after the parser, unless the server has closed the connection by then. */
  #reconnect () {
    process.nextTick(() => this.closes && !this.destroyed && this._resetConnection())
  }

  /** Sends the next request, or becomes idle. */
  next () {
    // Send after this chunk: the rest of it was sent before the next request, so it cannot be the response.
    this.isNext = this.isReading
    if (this.isNext) return
    if (this.closes) return this.#reconnect() // a Node server leaves closing to the client; the new connection sends
    if (this.maySend(this)) {
      this.waits = true
      super._doRequest()
    } else {
      this.timeoutTicker.reschedule(NEVER_MS)
    }
  }

  // autocannon's client calls this for a new connection, and after each response.
  _doRequest () {
    this.waits = false
    this.next()
  }

  // Returns the bytes to send. autocannon's version takes them from a separate list in each client.
  getRequestBuffer () {
    const request = this.requests.next()
    this.isHead = request[0] === H
    return request
  }

  _connect () {
    if (this.waits) this.parser.finish() // a body that ends with the connection is complete now
    if (this.waits) this.emit('lost')
    this.closes = false
    this.isEarly = false
    this.waits = false
    this.pipelinedRequests.clear()
    this.parser.reinitialize('RESPONSE')
    super._connect()
  }
}

// autocannon's request builder serialises the requests.

/** @typedef {import('./requests').WholeRequest} WholeRequest */

/** The serialised requests of a load. The next one goes to the next connection that is free. */
class RequestBuffers {
  /** @type {(() => Buffer)[]} */
  #makers
  #next = 0

  /**
   * @param {WholeRequest[]} sequence
   * @param {object} options options of autocannon's client: host, and headers of every request
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
 * @returns {() => Buffer} returns the bytes; a constant request is serialised once
 */
function makerOf (request, written) {
  if (hasIds(request)) return () => written(withId(request))
  const buffer = written(request)
  return () => buffer
}

module.exports = { Connection, RequestBuffers }
