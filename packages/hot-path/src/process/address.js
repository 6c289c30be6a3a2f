'use strict'

const { once } = require('events')
const http = require('http')
const { connect, isIPv6 } = require('net')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../agent/ports').Opened} Opened */

const ANY = ['0.0.0.0', '::']

// Best answer first. A port that does not speak HTTP (`foreign`) is not a candidate.
/** @type {Answer[]} */
const ANSWERS = ['good', 'other', 'silent']

/**
 * @param {Opened[]} opened
 * @param {number} wanted port
 * @returns {Opened | undefined} the listener that has or requested this port, preferably one that speaks HTTP
 */
function choose (opened, wanted) {
  const there = opened.filter(({ asked, port }) => wanted === asked || wanted === port)
  return there.find(isUsable) ?? there[0]
}

/**
 * Chooses the server's port by the answer of each port to a request for the server's path.
 *
 * @template O
 * @param {{ opened: O, answer: Answer }[]} asked in the order in which they were opened
 * @returns {{ opened: O, alike: boolean } | null} the first with the best answer; `alike`: whether several gave it
 */
function best (asked) {
  for (const wanted of ANSWERS) {
    const [first, ...others] = asked.filter(({ answer }) => answer === wanted)
    if (first) return { opened: first.opened, alike: others.length > 0 }
  }
  return null
}

/**
 * @param {Opened} opened a TCP listener
 * @returns {Address} the address at which the load generators reach it
 */
function toAddress ({ host, port }) {
  return { host: ANY.includes(String(host)) ? '127.0.0.1' : String(host), port: Number(port) }
}

/** @param {Pick<Opened, 'port'> & { speaks: string }} opened */
function isUsable ({ port, speaks }) {
  return port !== null && speaks === 'HTTP'
}

/**
 * @param {Subject} subject
 * @param {(Pick<Opened, 'asked' | 'port'> & { speaks: string })[]} opened at least one listener; all are unsuitable
 * @returns {string} error message: the reason, and what to do
 */
function whyNot ({ file, port: wanted }, opened) {
  const usable = opened.filter(isUsable).map(({ port, asked }) => asked ?? port)
  if (wanted !== undefined && usable.length) {
    return `${file} opened port ${usable.join(' and ')}, not ${wanted}. Check --port.`
  }
  if (opened[0].port === null) {
    return `${file} listens on a Unix socket, which the load generators cannot reach. Make it listen on a TCP port.`
  }
  return (
    `${file} speaks ${opened[0].speaks}, but the load generators support only plain HTTP/1.1. ` +
    'Serve plain HTTP/1.1 for the measurement. In production, a proxy often does the encryption.'
  )
}

/**
 * @param {Address} address
 * @returns {Promise<boolean>} whether the address accepts connections
 */
async function isListening ({ host, port }) {
  const socket = connect(port, host)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** @param {Address} address */
function originOf ({ host, port }) {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

const ASK_TIMEOUT_MS = 2_000

/**
 * Answer of a port to one request: `good` is a status of 2xx or 3xx, `other` any other status, `silent` no answer
 * within 2 s or a closed connection, `foreign` a response that is not HTTP.
 *
 * @typedef {'good' | 'other' | 'silent' | 'foreign'} Answer
 */

/**
 * Requests a path from a port over HTTP, on a separate connection that is closed afterwards.
 *
 * @param {import('../types/pipeline').Address} address
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
    return code.startsWith('HPE_') ? 'foreign' : 'silent' // HPE_: error of Node's HTTP parser
  } finally {
    request.on('error', () => {}) // destroy() may emit an error
    request.destroy()
  }
}

module.exports = { ask, best, choose, isListening, originOf, toAddress, whyNot }
