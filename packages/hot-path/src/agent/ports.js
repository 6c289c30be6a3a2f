'use strict'

// Part of preload.js: runs inside the server under test.

const { EventEmitter, errorMonitor } = require('events')
const { Server } = require('net')
const { disguised } = require('./disguise')
const { speaksHttp2, watchHttp2 } = require('./requests')

const { once, removeListener } = EventEmitter.prototype

/** @typedef {'HTTP' | 'HTTPS' | 'TLS' | 'HTTP/2' | 'HTTP/2 over TLS'} Speaks */
/**
 * @typedef {object} Opened a port, or a Unix socket
 * @property {string | null} host address that the server listens on; null for a Unix socket
 * @property {number | null} port null for a Unix socket
 * @property {number | null} asked port that the server requested; null if it left the choice to the system
 * @property {Speaks} speaks detected protocol; HTTP is the default, and may be any other protocol
 */

/**
 * Reports every port that the server under test opens and closes. All kinds of servers inherit from net.Server.
 *
 * @param {(event: { opened: Opened } | { closed: Opened }) => void} send
 * @param {{ anyPort: boolean, given: number }} options `anyPort`: replace the requested port with a free one, because
 *   several versions of one server run at the same time; `given`: port that hot-path reserved for this server, which
 *   is not replaced (0: none)
 */
module.exports = function (send, { anyPort, given }) {
  const prototype = /** @type {any} */ (Server.prototype)
  const { listen } = prototype
  prototype.listen = disguised(listen, function (/** @type {unknown[]} */ ...args) {
    const asked = askedIn(args)
    if (speaksHttp2(this)) watchHttp2(this)
    const onceOf = (/** @type {unknown[]} */ ...listening) => Reflect.apply(once, this, listening)
    const isOpen = () => {
      const opened = { ...place(this.address(), args), asked, speaks: speaks(this) }
      send({ opened })
      onceOf('close', () => send({ closed: opened }))
    }
    onceOf('listening', isOpen)
    // A server whose port is taken may try another. `errorMonitor` observes the error without handling it.
    onceOf(errorMonitor, () => Reflect.apply(removeListener, this, ['listening', isOpen]))
    return Reflect.apply(listen, this, anyPort && asked !== null && asked !== given ? anywhere(args) : args)
  })
}

/**
 * @param {any} address result of `server.address()`: a string for a Unix socket
 * @param {any[]} args of listen()
 */
function place (address, [first]) {
  const host = address?.address ?? null
  return { host: host === '::' && first?.ipv6Only ? '::1' : host, port: address?.port ?? null }
}

/**
 * @param {any[]} args of listen(), see https://nodejs.org/docs/latest-v20.x/api/net.html#serverlisten
 * @returns {number | null}
 */
function askedIn ([first]) {
  const port = Number(typeof first === 'object' && first !== null ? first.port : first)
  return Number.isInteger(port) && port > 0 ? port : null
}

/** @param {any[]} args */
function anywhere ([first, ...others]) {
  return [typeof first === 'object' ? { ...first, port: 0 } : 0, ...others]
}

/**
 * @param {any} server
 * @returns {Opened['speaks']}
 */
function speaks (server) {
  const hasTls = typeof server.setSecureContext === 'function'
  if (speaksHttp2(server)) return hasTls ? 'HTTP/2 over TLS' : 'HTTP/2'
  if (!hasTls) return 'HTTP'
  return 'keepAliveTimeout' in server ? 'HTTPS' : 'TLS'
}
