'use strict'

// Requests that the user provides: in options, in a file, or in an HTTP archive.

const fs = require('fs')
const { OperationalError } = require('../util/errors')
const { fromArchive } = require('./archive')
const { MOST_REQUESTS, checkedRequest, joined, toBody } = require('./checked-request')
const { withoutMark } = require('./json-file')

/** @typedef {import('../types/pipeline').LoadRequest} LoadRequest */
/**
 * @typedef {object} RequestOptions
 * @property {string} [method]
 * @property {[string, string][]} [header] pairs of name and value
 * @property {string} [body] text, or `@file`
 * @property {string | LoadRequest[]} [requests] file name of a JSON list or an HTTP archive, or the requests
 */

const MOST_TURNS = 10_000
const MOST_BYTES = 50e6

/**
 * @param {RequestOptions} options
 * @param {LoadRequest[]} [own] requests of the subject
 * @returns {LoadRequest[] | undefined} undefined for a plain `GET`
 * @throws {OperationalError} if a file is missing or invalid, or if the options contradict each other
 */
function requestsFrom ({ method, header = [], body, requests }, own) {
  const list =
    requests === undefined
      ? own
      : typeof requests === 'string'
        ? fromFile(requests)
        : checked(requests, 'the list', { isPathNeeded: false })
  const given = method !== undefined ? '--method' : body !== undefined ? '--body' : null
  if (list && given) {
    const where = requests !== undefined ? '--requests' : 'the config'
    throw new OperationalError(`${given} applies to a single request, but ${where} defines the requests. Leave one of them out.`)
  }
  const turns = (list ?? []).reduce((sum, { weight = 1 }) => sum + weight, 0)
  if (turns > MOST_TURNS) throw new OperationalError(`the weights of the requests add up to ${turns}. The maximum is ${MOST_TURNS}.`)
  const headers = joined(header)
  if (list && header.length > 0) return list.map((one) => ({ ...one, headers: replaced(one.headers ?? {}, headers) }))
  if (list) return list
  if (!given && header.length === 0) return undefined
  const content = body === undefined ? {} : toBody(bytesOf(body))
  return [{ ...(method !== undefined && { method }), headers: { ...typeOf(content, headers), ...headers }, ...content }]
}

/** @param {string} body */
function bytesOf (body) {
  return body.startsWith('@') ? contentOf(body.slice(1), '--body') : Buffer.from(body)
}

/**
 * @param {Record<string, string>} headers
 * @param {Record<string, string>} others headers that replace those of the same name
 */
function replaced (headers, others) {
  const names = new Set(Object.keys(others).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...others }
}

/**
 * Returns a JSON content type for JSON bodies without one, because servers parse a body by its type.
 *
 * @param {Pick<LoadRequest, 'body' | 'encoding'>} content
 * @param {Record<string, string>} headers
 * @returns {Record<string, string>}
 */
function typeOf ({ body }, headers) {
  const isTyped = Object.keys(headers).some((name) => /^content-type$/i.test(name))
  return !isTyped && body !== undefined && isJson(body) ? { 'content-type': 'application/json' } : {}
}

/** @param {string} text */
function isJson (text) {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/**
 * @param {string} file
 * @param {string} option
 * @returns {Buffer}
 */
function contentOf (file, option) {
  try {
    const stat = fs.statSync(file)
    if (!stat.isFile()) throw new OperationalError(`${option} needs a regular file: ${file}`)
    if (stat.size > MOST_BYTES) throw new OperationalError(`the file of ${option} is larger than ${MOST_BYTES / 1e6} MB: ${file}`)
    return fs.readFileSync(file)
  } catch (err) {
    if (err instanceof OperationalError) throw err
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    throw new OperationalError(`the file of ${option} cannot be read (${code}): ${file}`, { cause: err })
  }
}

/**
 * @param {string} file
 * @param {string} option
 * @returns {any}
 */
function jsonOf (file, option) {
  try {
    return JSON.parse(withoutMark(contentOf(file, option).toString()))
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(`the file of ${option} is not valid JSON: ${file}`, { cause: err })
  }
}

/**
 * @param {string} file
 * @returns {LoadRequest[]}
 */
function fromFile (file) {
  const content = jsonOf(file, '--requests')
  return content?.log ? fromArchive(content, file) : checked(content, file)
}

/**
 * @param {any} list
 * @param {string} where position of the list, for error messages
 * @param {Parameters<typeof checkedRequest>[2]} [options]
 * @returns {LoadRequest[]} the requests as they are sent
 */
function checked (list, where, options) {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_REQUESTS) {
    throw new OperationalError(`--requests takes a list of 1 to ${MOST_REQUESTS} requests, or an HTTP archive (.har): ${where} is neither.`)
  }
  return list.map((one, i) => checkedRequest(one, `request ${i + 1} in ${where}`, options))
}

module.exports = { requestsFrom }
