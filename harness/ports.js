'use strict'

// Part of preload.js: runs inside the subject.

const { Server } = require('net')

/**
 * @typedef {object} Opened a port, or something like it
 * @property {string | null} host the address that it listens on; null of a Unix socket, as the port
 * @property {number | null} port
 * @property {number | null} asked the port that the server wanted; null where it left the choice to the system
 * @property {'HTTP' | 'TLS' | 'HTTP/2'} speaks as far as can be told: what speaks neither of the others may be anything
 */

/**
 * Tells of everything that the subject opens. Every kind of server inherits from net.Server.
 *
 * @param {(opened: Opened) => void} tell
 * @param {{ anyPort: boolean }} options `anyPort`: give it a free port whichever it asks for, because several versions of
 *   one server run at the same time
 */
module.exports = function (tell, { anyPort }) {
  const prototype = /** @type {any} */ (Server.prototype)
  const { listen } = prototype
  prototype.listen = function (/** @type {unknown[]} */ ...args) {
    const asked = askedIn(args)
    this.once('listening', () => tell({ ...place(this.address()), asked, speaks: speaks(this) }))
    return listen.apply(this, anyPort && asked !== null ? anywhere(args) : args)
  }
}

/** @param {any} address what `server.address()` gives: a name, of a Unix socket */
function place (address) {
  return { host: address?.address ?? null, port: address?.port ?? null }
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
  if (typeof server.setSecureContext === 'function') return 'TLS'
  return server.constructor?.name === 'Http2Server' ? 'HTTP/2' : 'HTTP'
}
