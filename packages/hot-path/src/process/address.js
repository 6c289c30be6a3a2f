'use strict'

const { once } = require('events')
const { connect, isIPv4 } = require('net')
const { OperationalError } = require('../util/errors')
const { exchange } = require('./exchange')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../agent/ports').Opened} Opened */

const ANY = ['0.0.0.0', '::']
/** @type {Record<string, NonNullable<Address['protocol']>>} by what a listener speaks; others cannot be loaded */
const PROTOCOLS = { HTTP: 'http', HTTPS: 'https', 'HTTP/2': 'h2c', 'HTTP/2 over TLS': 'h2' }

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
function toAddress ({ host, port, speaks }) {
  const protocol = PROTOCOLS[speaks]
  return {
    host: ANY.includes(String(host)) ? '127.0.0.1' : String(host),
    port: Number(port),
    ...(protocol && protocol !== 'http' && { protocol })
  }
}

/** @param {Pick<Opened, 'port'> & { speaks: string }} opened */
function isUsable ({ port, speaks }) {
  return port !== null && speaks in PROTOCOLS
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
    `${file} speaks ${opened[0].speaks}, but the load generators support only HTTP/1.1 and HTTP/2. ` +
    'If it is a program without requests, use --no-load.'
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

/**
 * @param {string} url
 * @returns {{ address: Address, path: string }} `path`: with the query
 * @throws {OperationalError} if it is not an HTTP URL
 */
function targetOf (url) {
  const { protocol, hostname, port, pathname, search } = new URL(URL.canParse(url) ? url : 'none:')
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new OperationalError(`${JSON.stringify(url)} is not a URL. Give one such as http://127.0.0.1:3000/users.`)
  }
  const hasTls = protocol === 'https:'
  const address = {
    host: hostname.replace(/^\[|\]$/g, ''), // of an IPv6 address
    port: Number(port || (hasTls ? 443 : 80)),
    ...(hasTls && { protocol: /** @type {const} */ ('https') })
  }
  return { address, path: pathname + search }
}

/** @param {string} host */
function isLoopback (host) {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
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
async function ask (address, path) {
  try {
    const { status, body } = await exchange(address, { path }, AbortSignal.timeout(ASK_TIMEOUT_MS))
    body.destroy()
    return status >= 200 && status < 400 ? 'good' : 'other'
  } catch (err) {
    const { code = '' } = /** @type {NodeJS.ErrnoException} */ (err)
    return code.startsWith('HPE_') ? 'foreign' : 'silent' // HPE_: error of Node's HTTP parser
  }
}

module.exports = { ask, best, choose, isListening, isLoopback, isUsable, targetOf, toAddress, whyNot }
