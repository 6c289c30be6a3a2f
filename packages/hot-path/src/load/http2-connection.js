'use strict'

const { EventEmitter, once } = require('events')
const http2 = require('http2')
const { performance } = require('perf_hooks')
const { UNVERIFIED, originOf, toHttp2Headers } = require('../process/exchange')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('./requests').WholeRequest} WholeRequest */

/**
 * An HTTP/2 connection of a closed loop, with one stream at a time: as many requests are in flight as over HTTP/1.1.
 * Events and methods are those of Connection.
 */
class Http2Connection extends EventEmitter {
  #address
  #requests
  #maySend
  #timeout
  #isDestroyed = false
  /** The request that was sent, without its response yet. @type {http2.ClientHttp2Stream | null} */
  #stream = null

  /**
   * @param {Address} address
   * @param {{ next: () => ReturnType<Http2Connection.serialise> }} requests
   * @param {{ timeoutMs: number, maySend: (connection: any) => boolean }} options see Connection
   */
  constructor (address, requests, { timeoutMs, maySend }) {
    super()
    this.#address = address
    this.#requests = requests
    this.#maySend = maySend
    this.#timeout = setTimeout(() => this.#giveUp(), timeoutMs)
    this.session = this.#connect()
    this.next()
  }

  /**
   * @param {WholeRequest} request
   * @param {Address} address
   */
  static serialise ({ body, ...request }, address) {
    return { headers: toHttp2Headers(request, address), body: Buffer.from(body) }
  }

  get isOpen () {
    return !this.session.destroyed
  }

  /** Waits until the connection is open, or has failed to open. */
  async opened () {
    if (!this.session.connecting) return
    await Promise.race([once(this.session, 'connect'), once(this.session, 'close')]).catch(() => {})
  }

  /** Sends the next request, or becomes idle. */
  next () {
    if (this.#isDestroyed || !this.#maySend(this)) return
    if (this.session.closed || this.session.destroyed) this.session = this.#connect()
    const { headers, body } = this.#requests.next()
    const sentAt = performance.now()
    const stream = this.session.request(headers, { endStream: body.length === 0 })
    this.#stream = stream
    this.#timeout.refresh()
    let status = NaN
    let bytes = 0
    stream.on('response', (received) => {
      status = Number(received[':status'])
    })
    stream.on('data', (chunk) => {
      bytes += chunk.length
    })
    stream.on('end', () => {
      if (this.#stream !== stream) return
      this.#stream = null
      if (stream.rstCode === http2.constants.NGHTTP2_NO_ERROR) this.emit('response', status, bytes, performance.now() - sentAt)
      else this.emit('lost')
      this.next()
    })
    stream.on('error', () => {}) // `close` follows
    stream.on('close', () => {
      if (this.#stream !== stream) return
      this.#stream = null
      this.emit('lost')
      this.next()
    })
    if (body.length > 0) stream.end(body)
  }

  destroy () {
    this.#isDestroyed = true
    clearTimeout(this.#timeout)
    this.session.destroy()
  }

  #connect () {
    const session = http2.connect(originOf(this.#address), UNVERIFIED)
    session.on('error', (err) => this.#isDestroyed || this.emit('connError', err))
    return session
  }

  #giveUp () {
    if (!this.#stream) return // idle
    this.emit('timeout')
    this.session.destroy() // its stream is lost
  }
}

module.exports = { Http2Connection }
