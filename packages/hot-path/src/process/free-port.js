'use strict'

const { once } = require('events')
const { createServer } = require('net')
const { OperationalError } = require('../util/errors')

const LOOPBACK = '127.0.0.1'
const MOST = 65_535 // a port has two bytes

/**
 * Finds a port that nobody listens on at the moment: the system is asked to choose one, and it is closed again. Another
 * program can take it in the meantime; `isFree` tells.
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
 * @returns {Promise<boolean>} whether a server can listen there. A connection of a client can hold a port, too, so it
 *   is not enough to try whether somebody answers.
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
 * @returns {Promise<import('../types/process').Given>} what it finds as PORT: a start script may set it itself
 * @throws {OperationalError} where that is no port
 */
async function portFor ({ port, env, file }) {
  const fixed = env?.PORT ?? port
  if (!(Number(fixed ?? 0) <= MOST)) {
    throw new OperationalError(`${file} is started with PORT=${fixed}, which is no port. Set a number, or leave it out.`)
  }
  return fixed === undefined ? { port: await freePort(), isOurs: true } : { port: Number(fixed), isOurs: false }
}

// In Node's words, or a server's own.
const TAKEN = /EADDRINUSE|\btaken\b|\bin use\b/i

/**
 * @param {import('../types/process').Given} given
 * @param {unknown} err what its end was reported with
 * @returns {Promise<boolean>} whether somebody else had the port when the subject asked for it. It may be free again by
 *   now: who looks for a free port holds one for a moment.
 */
async function wasTaken ({ port }, err) {
  const words = String(err)
  return (TAKEN.test(words) && words.includes(String(port))) || !(await isFree(port))
}

module.exports = { LOOPBACK, freePort, portFor, wasTaken }
