'use strict'

// autocannon's own client, one for each connection: its whole program closes all connections when a load ends, and
// throws away the requests that are under way.
const Client = require('autocannon/lib/httpClient')

const NEVER_MS = 2 ** 31 - 1 // the longest that a timer can wait

/**
 * One connection, which asks before each request whether it may send, and what. `waits`: for an answer; `closes`: the
 * server closes it after this answer; `isEarly`: what comes is not yet the answer. autocannon's constructor connects
 * already, so these are set by the methods, and not where a class declares its fields.
 */
class Connection extends Client {
  /**
   * @param {object} options
   * @param {import('./request-buffers').RequestBuffers} requests
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
    const { kOnMessageComplete } = this.parser.constructor
    const complete = this.parser[kOnMessageComplete]
    // Early hints (103) and the like come before the answer.
    this.parser[kOnMessageComplete] = () => {
      if (!this.isEarly) complete()
    }
  }

  /** @param {{ statusCode: number, versionMinor: number }} info */
  #read ({ statusCode, versionMinor }) {
    const { connection, isChunked, body_bytes: bodyBytes } = this.parser
    this.isEarly = statusCode < 200
    const hasBody = !this.isEarly && statusCode !== 204 && statusCode !== 304
    this.closes =
      connection.includes('close') ||
      (versionMinor === 0 && !connection.includes('keep-alive')) ||
      (hasBody && !isChunked && bodyBytes === null) // such a body ends with the connection
  }

  /** Sends the next request, or rests. */
  next () {
    if (this.closes) return // the server closes the connection now; the next one sends
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
    return this.requests.next()
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

module.exports = { Connection }
