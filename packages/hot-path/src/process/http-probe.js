'use strict'

const { once } = require('events')
const http = require('http')

const ASK_TIMEOUT_MS = 2_000

/**
 * What a port says to one request: `good` is a status of 2xx or 3xx, `other` any other status, `silent` no answer
 * within 2 s or a closed connection, `foreign` something that is not HTTP.
 *
 * @typedef {'good' | 'other' | 'silent' | 'foreign'} Answer
 */

/**
 * Asks a port for a path over HTTP, on a connection of its own that is closed afterwards.
 *
 * @param {import('../records').Address} address
 * @param {string} path
 * @returns {Promise<Answer>}
 */
async function ask ({ host, port }, path) {
  const request = http.get({ host, port, path, agent: false, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) })
  try {
    const [{ statusCode }] = await once(request, 'response')
    return statusCode >= 200 && statusCode < 400 ? 'good' : 'other'
  } catch (err) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (err)
    return code.startsWith('HPE_') ? 'foreign' : 'silent' // HPE_: Node's HTTP parser could not read it
  } finally {
    request.on('error', () => {}) // the end of the connection is ours
    request.destroy()
  }
}

module.exports = { ask }
