'use strict'

const { once } = require('events')
const { createServer } = require('net')
const { OperationalError } = require('../util/errors')

const LOOPBACK = '127.0.0.1'
const MOST = 65_535 // a port number has two bytes

/**
 * Finds a free port: the system chooses one, which is closed again. Another program can take it before the server does;
 * `isFree` detects that.
 *
 * @returns {Promise<number>}
 */
async function freePort () {
  const server = createServer().listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = /** @type {import('net').AddressInfo} */ (server.address())
  server.close()
  await once(server, 'close')
  return port
}

/**
 * @param {number} port
 * @returns {Promise<boolean>} whether a server can listen there. A test connection is not sufficient, because a
 *   client's connection can occupy a port, too.
 */
async function isFree (port) {
  const server = createServer().listen(port, LOOPBACK)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * @param {import('../types/pipeline').Subject} subject
 * @returns {Promise<import('../types/process').Given>} the PORT for the server, which a start script may set itself
 * @throws {OperationalError} if PORT is not a valid port number
 */
async function portFor ({ port, env, file }) {
  const fixed = env?.PORT ?? port
  if (!(Number(fixed ?? 0) <= MOST)) {
    throw new OperationalError(`${file} is started with PORT=${fixed}, which is not a port number. Set PORT to a number, or unset it.`)
  }
  return fixed === undefined ? { port: await freePort(), isOurs: true } : { port: Number(fixed), isOurs: false }
}

// In an error message of Node, or of the server itself.
const TAKEN = /EADDRINUSE|\btaken\b|\bin use\b/i

/**
 * @param {import('../types/process').Given} given
 * @param {unknown} err error that reported the server's end
 * @returns {Promise<boolean>} whether another program had the port when the server tried to open it. It may be free
 *   again by now: a search for a free port occupies one only briefly.
 */
async function wasTaken ({ port }, err) {
  const words = String(err)
  return (TAKEN.test(words) && words.includes(String(port))) || !(await isFree(port))
}

module.exports = { LOOPBACK, freePort, portFor, wasTaken }
