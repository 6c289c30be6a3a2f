'use strict'

const { EventEmitter, once } = require('events')
const net = require('net')
const { performance } = require('perf_hooks')
const tls = require('tls')
const { HTTPParser } = require('http-parser-js')
const { hasTls, optionsOf, originOf } = require('../process/exchange')
const { hasIds, withId } = require('./requests')

// Uses a published parser directly: undici's Client costs 2 to 4 % more CPU and opens a new connection after each
// response to HEAD; http.Agent costs 50 to 80 % more.

const MOST_HEADER_BYTES = 1_000_000 // per response

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('./requests').WholeRequest} WholeRequest */
/** @typedef {import('http-parser-js').HeaderInfo} HeaderInfo */
/** @typedef {Buffer & { isHead?: boolean }} RequestBytes */

/**
 * A persistent HTTP/1.1 connection of a closed loop, with or without TLS. It reconnects when the server closes it.
 *
 * Events: `response` (status, bytes, milliseconds); `lost`: a request without a response; `timeout`, then `lost`;
 * `connError` (error).
 */
class Connection extends EventEmitter {
  #address
  #requests
  #maySend
  #timeout
  #isDestroyed = false
  /** The request that was sent, without its response yet. @type {RequestBytes | null} */
  #request = null
  #sentAt = NaN
  #bytes = 0
  /** Close the connection after this response. */
  #closes = false
  /** The response is informational (1xx); the final response follows. */
  #isEarly = false
  /** The parser is running. */
  #isReading = false
  /** Send the next request after the chunk that is being parsed. */
  #isNext = false

  /**
   * @param {Address} address
   * @param {Requests<RequestBytes>} requests
   * @param {{ timeoutMs: number, maySend: (connection: Connection) => boolean }} options `maySend` is called before
   *   each request; if it returns false, the connection stays idle until `next` is called
   */
  constructor (address, requests, { timeoutMs, maySend }) {
    super()
    this.#address = address
    this.#requests = requests
    this.#maySend = maySend
    this.#timeout = setTimeout(() => this.#giveUp(), timeoutMs)
    /** @type {any} its types lack `info`, `connection`, `isChunked` and `body_bytes` */
    this.parser = new HTTPParser(HTTPParser.RESPONSE)
    this.#listen()
    this.socket = this.#connect()
    this.next()
  }

  /**
   * @param {WholeRequest} request
   * @param {Address} address
   */
  static serialise (request, address) {
    return serialise(request, new URL(originOf(address)).host)
  }

  get isOpen () {
    return !this.socket.destroyed
  }

  /** Waits until the connection is open, or has failed to open. */
  async opened () {
    if (!this.socket.connecting) return
    const open = hasTls(this.#address) ? 'secureConnect' : 'connect'
    await Promise.race([once(this.socket, open), once(this.socket, 'close')]).catch(() => {})
  }

  /** Sends the next request, or becomes idle. */
  next () {
    // Send after this chunk: the rest of it was sent before the next request, so it cannot be the response.
    this.#isNext = this.#isReading
    if (this.#isNext || this.#isDestroyed) return
    if (this.#closes) return this.#reconnectSoon() // a Node server leaves closing to the client
    if (!this.#maySend(this)) return
    this.#request = this.#requests.next()
    this.#bytes = 0
    this.#sentAt = performance.now()
    this.#timeout.refresh()
    this.socket.write(this.#request)
  }

  destroy () {
    this.#isDestroyed = true
    clearTimeout(this.#timeout)
    this.socket.destroy()
  }

  #connect () {
    const options = { ...optionsOf(this.#address), noDelay: true }
    const socket = hasTls(this.#address) ? tls.connect(options) : net.connect(options)
    const again = () => this.socket === socket && !this.#isDestroyed && this.#reconnect()
    socket.on('data', (chunk) => this.socket === socket && this.#read(chunk))
    socket.on('end', () => {
      if (this.socket === socket) this.parser.finish() // a body that ends with the connection is complete now
      again()
    })
    socket.on('error', (err) => {
      if (this.socket === socket && !this.#isDestroyed) this.emit('connError', err)
      again()
    })
    return socket
  }

  #reconnect () {
    if (this.#request) this.emit('lost')
    this.#request = null
    this.#closes = false
    this.#isEarly = false
    this.parser.reinitialize(HTTPParser.RESPONSE)
    this.socket.destroy()
    this.socket = this.#connect()
    this.next()
  }

  /** Reconnects on the next tick, after the parser, unless the server has closed the connection by then. */
  #reconnectSoon () {
    process.nextTick(() => this.#closes && !this.#isDestroyed && this.#reconnect())
  }

  #giveUp () {
    if (!this.#request) return // idle
    this.emit('timeout')
    this.#reconnect()
  }

  /** @param {Buffer} chunk */
  #read (chunk) {
    this.#bytes += chunk.length
    this.#isReading = true
    const read = this.parser.execute(chunk)
    this.#isReading = false
    if (read instanceof Error) {
      this.#closes = true // invalid data; the request is lost on reconnecting
      this.#reconnectSoon()
    } else if (this.#isNext) {
      this.next()
    }
  }

  #listen () {
    const { kOnBody, kOnHeadersComplete, kOnMessageComplete } = HTTPParser
    // The parser returns an error for larger headers.
    Object.assign(this.parser, { maxHeaderSize: MOST_HEADER_BYTES })
    this.parser[kOnHeadersComplete] = (/** @type {HeaderInfo} */ info) => !this.#expectsBody(info)
    // Bodies are counted, but not stored: a load reads gigabytes.
    this.parser[kOnBody] = () => {}
    this.parser[kOnMessageComplete] = () => this.#complete()
  }

  /**
   * Reads the headers of a response.
   *
   * @param {HeaderInfo} info
   * @returns {boolean} whether a body follows, regardless of the headers (RFC 9112, section 6.3)
   */
  #expectsBody ({ statusCode, versionMinor }) {
    const { connection, isChunked, body_bytes: bodyBytes } = this.parser
    this.#isEarly = statusCode < 200
    const hasBody = !this.#request?.isHead && !this.#isEarly && statusCode !== 204 && statusCode !== 304
    this.#closes =
      !this.#isEarly &&
      (connection.includes('close') ||
        (versionMinor === 0 && !connection.includes('keep-alive')) ||
        (hasBody && !isChunked && bodyBytes === null)) // such a body ends with the connection
    return hasBody
  }

  #complete () {
    if (this.#isEarly || this.#isDestroyed) return
    if (!this.#request) return this.#refuse()
    this.#request = null
    this.emit('response', this.parser.info.statusCode, this.#bytes, performance.now() - this.#sentAt)
    this.next()
  }

  /** Gives up the connection after an unrequested response: later responses could not be matched to requests. */
  #refuse () {
    if (this.#closes) return
    this.#closes = true
    this.emit('lost')
    this.#reconnectSoon()
  }
}

/**
 * The serialised requests of a load. The next one goes to the next connection that is free.
 *
 * @template T
 */
class Requests {
  /** @type {(() => T)[]} */
  #makers
  #next = 0

  /**
   * @param {WholeRequest[]} sequence
   * @param {{ headers: Record<string, string>, serialise: (request: WholeRequest) => T }} common headers of every
   *   request, and a function that serialises one
   */
  constructor (sequence, { headers, serialise }) {
    const written = (/** @type {WholeRequest} */ request) =>
      serialise({ ...request, headers: { ...headers, ...request.headers } })
    /** @type {Map<WholeRequest, () => T>} */
    const makers = new Map()
    for (const request of new Set(sequence)) makers.set(request, makerOf(request, written))
    this.#makers = sequence.map((request) => /** @type {() => T} */ (makers.get(request)))
  }

  /** @returns {T} */
  next () {
    const make = this.#makers[this.#next]
    this.#next = (this.#next + 1) % this.#makers.length
    return make()
  }
}

/**
 * @template T
 * @param {WholeRequest} request
 * @param {(request: WholeRequest) => T} written
 * @returns {() => T} serialises it; a constant request only once
 */
function makerOf (request, written) {
  if (hasIds(request)) return () => written(withId(request))
  const known = written(request)
  return () => known
}

/**
 * @param {WholeRequest} request
 * @param {string} host Host header, unless the request has one
 * @returns {RequestBytes} the bytes to send
 */
function serialise ({ method, path, headers, body }, host) {
  const bytes = Buffer.from(body)
  const hasHost = Object.keys(headers).some((name) => name.toLowerCase() === 'host')
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...(hasHost ? [] : [`Host: ${host}`]),
    'Connection: keep-alive',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(bytes.length ? [`Content-Length: ${bytes.length}`] : [])
  ]
  return Object.assign(Buffer.concat([Buffer.from(lines.join('\r\n') + '\r\n\r\n'), bytes]), { isHead: method === 'HEAD' })
}

module.exports = { Connection, Requests }
