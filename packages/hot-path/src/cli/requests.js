'use strict'

// The requests that a person asks for: in options, in a file, or as a browser has recorded them.

const fs = require('fs')
const { METHODS } = require('http')
const { OperationalError } = require('../base/operational-error')
const { withoutMark } = require('./kept')
const { checkedHeader } = require('./readers')

/** @typedef {import('../records').LoadRequest} LoadRequest */
/**
 * @typedef {object} RequestOptions
 * @property {string} [method]
 * @property {[string, string][]} [header] names and values
 * @property {string} [body] text, or `@file`
 * @property {string} [requests] file
 * @property {string} [har] file
 */

const MOST_REQUESTS = 1000
const MOST_WEIGHT = 1000
const MOST_TURNS = 10_000
const MOST_BYTES = 50e6
const KEYS = ['method', 'path', 'headers', 'body', 'weight']
// What belongs to the browser's connection and to its cache, and not to the request.
const NOT_KEPT = /^(:.*|host|connection|content-length|transfer-encoding|upgrade|if-none-match|if-modified-since)$/i

/**
 * @param {RequestOptions} options
 * @param {LoadRequest[]} [own] those of the subject
 * @returns {LoadRequest[] | undefined} undefined where it is `GET` and nothing else
 * @throws {OperationalError} for a file that is not there, or is not what it should be
 */
function requestsFrom ({ method, header = [], body, requests: file, har }, own) {
  if (file !== undefined && har !== undefined) throw new OperationalError('there are requests in --requests and in --har. Give one of them.')
  const list = file !== undefined ? fromFile(file) : har !== undefined ? fromArchive(har) : own
  const given = method !== undefined ? '--method' : body !== undefined ? '--body' : null
  if (list && given) {
    const where = file !== undefined ? '--requests' : har !== undefined ? '--har' : 'the config'
    throw new OperationalError(`${given} is for a single request, and ${where} has its own.`)
  }
  const turns = (list ?? []).reduce((sum, { weight = 1 }) => sum + weight, 0)
  if (turns > MOST_TURNS) throw new OperationalError(`the weights of the requests add up to ${turns}, and at most ${MOST_TURNS} are possible.`)
  const headers = Object.fromEntries(header)
  if (list) return header.length > 0 ? list.map((one) => ({ ...one, headers: { ...one.headers, ...headers } })) : list
  if (!given && header.length === 0) return undefined
  const text = body === undefined ? undefined : textOf(body)
  return [
    {
      ...(method !== undefined && { method }),
      headers: { ...typeOf(text, headers), ...headers },
      ...(text !== undefined && { body: text })
    }
  ]
}

/** @param {string} body */
function textOf (body) {
  return body.startsWith('@') ? contentOf(body.slice(1), '--body') : body
}

/**
 * Servers parse a body by its type, and most bodies are JSON.
 *
 * @param {string | undefined} body
 * @param {Record<string, string>} headers
 * @returns {Record<string, string>}
 */
function typeOf (body, headers) {
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
 * @returns {string}
 */
function contentOf (file, option) {
  try {
    const stat = fs.statSync(file)
    if (!stat.isFile()) throw new OperationalError(`${option} takes a file, and this is none: ${file}`)
    if (stat.size > MOST_BYTES) throw new OperationalError(`the file of ${option} is larger than ${MOST_BYTES / 1e6} MB: ${file}`)
    return fs.readFileSync(file, 'utf8')
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
    return JSON.parse(withoutMark(contentOf(file, option)))
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(`the file of ${option} is no JSON: ${file}`, { cause: err })
  }
}

/**
 * @param {string} file
 * @returns {LoadRequest[]}
 */
function fromFile (file) {
  const list = jsonOf(file, '--requests')
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_REQUESTS) {
    throw new OperationalError(`--requests takes a list of 1 to ${MOST_REQUESTS} requests, and this is none: ${file}`)
  }
  return list.map((one, i) => checked(one, `request ${i + 1} in ${file}`))
}

/**
 * @param {any} one
 * @param {string} where
 * @returns {LoadRequest}
 */
function checked (one, where) {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) throw new OperationalError(`${where} is no object.`)
  const unknown = Object.keys(one).find((key) => !KEYS.includes(key))
  if (unknown !== undefined) throw new OperationalError(`${where} has ${JSON.stringify(unknown)}. There are: ${KEYS.join(', ')}.`)
  const { method, path, headers = {}, body, weight } = one
  if (method !== undefined && !METHODS.includes(method)) throw new OperationalError(`${where} has a method that HTTP does not have.`)
  if (!isPath(path)) throw new OperationalError(`${where} needs a path that begins with "/" and has no spaces.`)
  if (body !== undefined && typeof body !== 'string') throw new OperationalError(`${where} has a body that is no text. JSON goes there as text.`)
  if (weight !== undefined && !(Number.isInteger(weight) && weight >= 1 && weight <= MOST_WEIGHT)) {
    throw new OperationalError(`${where} has a weight that is no whole number from 1 to ${MOST_WEIGHT}.`)
  }
  if (typeof headers !== 'object' || headers === null || !Object.values(headers).every((value) => typeof value === 'string')) {
    throw new OperationalError(`${where} has headers that are no texts.`)
  }
  for (const [name, value] of Object.entries(headers)) checkedHeader(name, value, where)
  return one
}

/** @param {unknown} path */
function isPath (path) {
  return typeof path === 'string' && /^\/[\x21-\x7e]*$/.test(path)
}

/**
 * The requests of an HTTP archive to the host that it has most of, the same ones as one with a weight.
 *
 * Source of the format: HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
 *
 * @param {string} file
 * @returns {LoadRequest[]}
 */
function fromArchive (file) {
  const entries = jsonOf(file, '--har')?.log?.entries
  if (!Array.isArray(entries)) throw new OperationalError(`--har takes an HTTP archive, and this is none: ${file}`)
  const all = entries.flatMap((entry, i) => ofEntry(entry?.request, `entry ${i + 1} of ${file}`))
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { origin } of all) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  const [[origin] = []] = [...counts].sort(([, a], [, b]) => b - a)
  if (origin === undefined) throw new OperationalError(`there is no request over HTTP in ${file}.`)
  const own = all.filter((one) => one.origin === origin)
  /** @type {Map<string, LoadRequest>} */
  const different = new Map()
  for (const { request } of own) {
    const key = JSON.stringify(request)
    different.set(key, { ...request, weight: Math.min(MOST_WEIGHT, (different.get(key)?.weight ?? 0) + 1) })
  }
  if (different.size > MOST_REQUESTS) throw new OperationalError(`there are more than ${MOST_REQUESTS} different requests in ${file}.`)
  const left = all.length - own.length
  console.error(`${file}: ${own.length} requests to ${origin}${left ? `; ${left} to other hosts are left out` : ''}.`)
  return [...different.values()]
}

/**
 * @param {any} request
 * @param {string} where
 * @returns {{ origin: string, request: LoadRequest }[]} none of what is not HTTP, such as `data:`
 */
function ofEntry (request, where) {
  const url = typeof request?.url === 'string' && URL.canParse(request.url) ? new URL(request.url) : null
  if (!url || !/^https?:$/.test(url.protocol)) return []
  const { method, headers = [], postData } = request
  if (!Array.isArray(headers)) throw new OperationalError(`${where} has headers that are no list.`)
  const kept = headers
    .filter((header) => typeof header?.name === 'string' && !NOT_KEPT.test(header.name))
    .map(({ name, value }) => [name, value])
  const body = typeof postData?.text === 'string' ? postData.text : undefined
  const urlPath = url.pathname + url.search
  const one = { method, path: urlPath, headers: Object.fromEntries(kept), ...(body !== undefined && { body }) }
  return [{ origin: url.origin, request: checked(one, where) }]
}

module.exports = { requestsFrom }
