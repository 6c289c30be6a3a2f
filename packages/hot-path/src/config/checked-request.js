'use strict'

// Validates and normalises a request that the user provided.

const { isUtf8 } = require('buffer')
const { METHODS } = require('http')
const { OperationalError } = require('../util/errors')
const { checkedHeader, encodedPath } = require('./values')

/** @typedef {import('../types/pipeline').LoadRequest} LoadRequest */

const MOST_REQUESTS = 1000
const MOST_WEIGHT = 1000
const KEYS = ['method', 'path', 'headers', 'body', 'encoding', 'weight']

/**
 * @param {any} one
 * @param {string} where position of the request, for error messages
 * @param {{ isPathNeeded?: boolean }} [options] `isPathNeeded`: the path is required, because no subject provides one
 * @returns {LoadRequest} the request as it is sent
 * @throws {OperationalError} if the request is invalid
 */
function checkedRequest (one, where, { isPathNeeded = true } = {}) {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) throw new OperationalError(`${where} must be an object.`)
  const unknown = Object.keys(one).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) throw new OperationalError(`${where} has the unknown field ${JSON.stringify(unknown)}. Known fields: ${KEYS.join(', ')}.`)
  const { method, path, headers = {}, body, encoding, weight } = one
  if (method !== undefined && !METHODS.includes(method)) throw new OperationalError(`${where}: ${JSON.stringify(method)} is not an HTTP method.`)
  const urlPath = encodedPath(path)
  if (urlPath === null && (path !== undefined || isPathNeeded)) {
    throw new OperationalError(`${where} needs a path that begins with "/" and has no spaces.`)
  }
  if (body !== undefined && typeof body !== 'string') throw new OperationalError(`${where}: the body must be a string. Write JSON as a string.`)
  if (encoding !== undefined && encoding !== 'base64') throw new OperationalError(`${where}: the encoding must be "base64".`)
  if (weight !== undefined && !(Number.isInteger(weight) && weight >= 1 && weight <= MOST_WEIGHT)) {
    throw new OperationalError(`${where}: the weight must be a whole number from 1 to ${MOST_WEIGHT}.`)
  }
  if (typeof headers !== 'object' || headers === null || !Object.values(headers).every((value) => typeof value === 'string')) {
    throw new OperationalError(`${where}: headers must be an object of strings.`)
  }
  for (const [name, value] of Object.entries(headers)) checkedHeader(name, value, where)
  const sent = { ...one, ...(urlPath !== null && { path: urlPath }) }
  return one.headers ? { ...sent, headers: joined(Object.entries(headers)) } : sent
}

/**
 * Merges repeated headers into one with a list of values (RFC 9110, section 5.2; for cookies RFC 6265, section 5.4).
 *
 * @param {[string, string][]} pairs names and values
 * @returns {Record<string, string>}
 */
function joined (pairs) {
  /** @type {Map<string, [string, string]>} */
  const found = new Map()
  for (const [name, value] of pairs) {
    const [as, before] = found.get(name.toLowerCase()) ?? [name]
    const between = /^cookie$/i.test(name) ? '; ' : ', '
    found.set(name.toLowerCase(), [as, before === undefined ? value : before + between + value])
  }
  return Object.fromEntries(found.values())
}

/**
 * @param {Buffer} bytes
 * @returns {Pick<LoadRequest, 'body' | 'encoding'>} text if the bytes are valid UTF-8, otherwise Base64
 */
function toBody (bytes) {
  return isUtf8(bytes) ? { body: bytes.toString() } : { body: bytes.toString('base64'), encoding: 'base64' }
}

module.exports = { MOST_REQUESTS, MOST_WEIGHT, checkedRequest, joined, toBody }
