'use strict'

// One request to the server under test, in the protocol that it speaks.

const { once } = require('events')
const http = require('http')
const http2 = require('http2')
const https = require('https')
const { isIPv6 } = require('net')

// Servers under test are on this machine, and their certificates are usually self-signed.
const UNVERIFIED = { rejectUnauthorized: false, servername: 'localhost' }
// Headers that HTTP/2 replaces or prohibits (RFC 9113, section 8.2.2).
const OF_HTTP1 = /^(?:host|connection|keep-alive|proxy-connection|transfer-encoding|upgrade)$/i

/** @typedef {import('../types/pipeline').Address} Address */
/**
 * @typedef {object} Sent
 * @property {string} path
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {string | Buffer} [body]
 */
/**
 * @typedef {object} Received
 * @property {number} status
 * @property {Record<string, any>} headers
 * @property {import('stream').Readable} body to be read, or destroyed, which closes the connection
 */

/**
 * @param {Address} address
 * @param {Sent} request
 * @param {AbortSignal} signal ends the exchange
 * @returns {Promise<Received>}
 * @throws {Error} without a response: a system error, or one of the protocol
 */
async function exchange (address, request, signal) {
  return isHttp2(address) ? overHttp2(address, request, signal) : overHttp1(address, request, signal)
}

/**
 * @param {Address} address
 * @param {Sent} request
 * @param {AbortSignal} signal
 * @returns {Promise<Received>}
 */
async function overHttp1 (address, { body, ...request }, signal) {
  const sent = clientOf(address).request({ ...optionsOf(address), agent: false, signal, ...request }).end(body)
  const [response] = /** @type {[http.IncomingMessage]} */ (await once(sent, 'response'))
  sent.on('error', () => {}) // when the body is destroyed
  return { status: Number(response.statusCode), headers: response.headers, body: response }
}

/**
 * @param {Address} address
 * @param {Sent} request
 * @param {AbortSignal} signal
 * @returns {Promise<Received>}
 */
async function overHttp2 (address, { body = '', ...request }, signal) {
  const session = http2.connect(originOf(address), UNVERIFIED)
  session.on('error', () => {}) // its streams have it, too
  const stream = session.request(toHttp2Headers(request, address), { endStream: body.length === 0, signal })
  stream.once('close', () => session.destroy())
  if (body.length > 0) stream.end(body)
  const [headers] = await once(stream, 'response')
  stream.on('error', () => {}) // when the body is destroyed
  return { status: Number(headers[':status']), headers, body: stream }
}

/**
 * @param {Sent} request
 * @param {Address} address
 * @returns {http2.OutgoingHttpHeaders}
 */
function toHttp2Headers ({ path, method = 'GET', headers = {} }, address) {
  const [, host = new URL(originOf(address)).host] = Object.entries(headers).find(([name]) => /^host$/i.test(name)) ?? []
  const own = Object.entries(headers).filter(([name]) => !OF_HTTP1.test(name))
  return { ':method': method, ':path': path, ':authority': host, ...Object.fromEntries(own) }
}

/** @param {Address} address */
function isHttp2 ({ protocol }) {
  return protocol === 'h2' || protocol === 'h2c'
}

/** @param {Address} address */
function hasTls ({ protocol }) {
  return protocol === 'https' || protocol === 'h2'
}

/** @param {Address} address that speaks HTTP/1.1 */
function clientOf (address) {
  return hasTls(address) ? https : http
}

/**
 * @param {Address} address
 * @returns {{ host: string, port: number } & Partial<typeof UNVERIFIED>} options of a connection
 */
function optionsOf ({ host, port, protocol }) {
  return { host, port, ...(hasTls({ host, port, protocol }) && UNVERIFIED) }
}

/** @param {Address} address */
function originOf (address) {
  const { host, port } = address
  return `${hasTls(address) ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

module.exports = { UNVERIFIED, clientOf, exchange, hasTls, isHttp2, optionsOf, originOf, toHttp2Headers }
