'use strict'

const { once } = require('events')
const { connect, isIPv6 } = require('net')

/** @typedef {import('./records').Address} Address */
/** @typedef {import('./records').Subject} Subject */
/** @typedef {import('./ports').Opened} Opened */

const ANY = ['0.0.0.0', '::']

/**
 * Which of what a subject has opened is put under load: the first that can be, or the one that was asked for.
 *
 * @param {Opened[]} opened
 * @param {number} [wanted] port
 * @returns {Address | null} null where nothing will do
 */
function choose (opened, wanted) {
  const found = opened.find((one) => isUsable(one) && (wanted === undefined || wanted === one.asked || wanted === one.port))
  if (!found) return null
  return { host: ANY.includes(String(found.host)) ? '127.0.0.1' : String(found.host), port: Number(found.port) }
}

/** @param {Opened} opened */
function isUsable ({ port, speaks }) {
  return port !== null && speaks === 'HTTP'
}

/**
 * @param {Subject} subject
 * @param {Opened[]} opened something, but nothing that will do
 * @returns {string} why, and what to do
 */
function whyNot ({ file, port: wanted }, opened) {
  const usable = opened.filter(isUsable).map(({ port, asked }) => asked ?? port)
  if (wanted !== undefined && usable.length) return `${file} opened port ${usable.join(' and ')}, and not ${wanted}. Is --port right?`
  if (opened[0].port === null) return `${file} listens on a Unix socket, which no load generator here can reach. Let it listen on a port.`
  return `${file} speaks ${opened[0].speaks}, and the load generators here speak plain HTTP/1.1. ` +
    'Let it serve that while it is measured: in production, what encrypts often stands before it.'
}

/**
 * @param {Address} address
 * @returns {Promise<boolean>} whether somebody accepts connections there
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

module.exports = { choose, isListening, originOf, whyNot }
