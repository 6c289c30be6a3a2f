'use strict'

const { OperationalError } = require('hot-path')

/** @typedef {{ status: number, headers: Headers, body: string }} Received */

// A server whose event loop was blocked closes connections that it takes for idle, with the next request on them.
const headers = { Connection: 'close' }

/**
 * Sends one request to a server of the learner's, on a connection of its own.
 *
 * @param {string} request path, with a method before it unless that is GET
 * @param {{ host: string, port: number }} address
 * @param {{ patienceMs: number }} options
 * @returns {Promise<Received>}
 * @throws {OperationalError} if the server gives no answer in time
 */
async function send (request, { host, port }, { patienceMs }) {
  const [, method = 'GET', urlPath] = /^(?:([A-Z]+) )?(.*)$/.exec(request) ?? []
  try {
    const response = await fetch(`http://${host}:${port}${urlPath}`, { method, headers, signal: AbortSignal.timeout(patienceMs) })
    return { status: response.status, headers: response.headers, body: await response.text() }
  } catch (err) {
    throw new OperationalError(`the server gave no answer to ${request} (${reasonOf(/** @type {Error} */ (err))}).`, { cause: err })
  }
}

/** @param {Error} err of fetch, whose own message is often only "fetch failed" */
function reasonOf ({ message, cause }) {
  return cause instanceof Error ? cause.message : message
}

module.exports = { send }
