'use strict'

// The requests of a load, in one description for all drivers, the contract check (contract.js) and the records.

const { randomUUID } = require('crypto')

/** @typedef {import('../types/pipeline').LoadRequest} LoadRequest */
/** @typedef {import('../types/pipeline').Workload} Workload */
/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: string | Buffer }} WholeRequest */

// The default of autocannon, too. In a longer load, a response may take as long as the load.
const ANSWER_TIMEOUT_MS = 10_000
// autocannon's placeholder: an id that differs in each request.
const ID = '[<id>]'
const SECRET = /auth|cookie|token|secret|passw|pwd|session|signature|credential|jwt|(^|[^a-z])(sig|sid|key|pin)([^a-z]|$)|api.?key/i
// Credentials with their Authorization scheme, a JSON Web Token, or a URL with credentials, under any name.
const SECRET_VALUE = /^(bearer|basic|digest|negotiate)\s|^eyJ[\w-]+\.|:\/\/[^/\s]*@/i
const HIDDEN = '***'

/**
 * @param {{ durationSeconds: number }} workload
 * @returns {number} timeout of a request, in milliseconds
 */
function timeoutMsOf ({ durationSeconds }) {
  return Math.max(ANSWER_TIMEOUT_MS, 1000 * durationSeconds)
}

/**
 * @param {Pick<Workload, 'path' | 'requests'>} workload
 * @returns {WholeRequest[]} each of its requests once, with defaults filled in
 */
function requestsOf ({ path, requests = [{}] }) {
  return requests.map((request) => ({
    method: request.method ?? 'GET',
    path: request.path ?? path,
    headers: request.headers ?? {},
    body: request.encoding ? Buffer.from(request.body ?? '', request.encoding) : (request.body ?? '')
  }))
}

/**
 * Returns the sequence in which the requests are sent repeatedly: each as often as its weight, evenly distributed. Each
 * position gets the request that is furthest behind its share (smooth weighted round robin).
 *
 * @param {Pick<Workload, 'path' | 'requests'>} workload
 * @returns {WholeRequest[]}
 */
function sequenceOf (workload) {
  const whole = requestsOf(workload)
  const weights = (workload.requests ?? [{}]).map(({ weight = 1 }) => weight)
  const divisor = weights.reduce(greatestCommonDivisor)
  const total = weights.reduce((sum, weight) => sum + weight)
  const behind = weights.map(() => 0)
  return Array.from({ length: total / divisor }, function () {
    weights.forEach((weight, i) => { behind[i] += weight })
    const next = behind.indexOf(Math.max(...behind))
    behind[next] -= total
    return whole[next]
  })
}

/**
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
function greatestCommonDivisor (a, b) {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/**
 * @param {WholeRequest} request
 * @returns {boolean} whether it has placeholders, and so differs each time it is sent
 */
function hasIds ({ body, ...rest }) {
  return JSON.stringify(rest).includes(ID) || (typeof body === 'string' && body.includes(ID))
}

/**
 * @param {WholeRequest} request
 * @returns {WholeRequest} the request with a new id in all its placeholders
 */
function withId (request) {
  if (!hasIds(request)) return request
  const id = randomUUID()
  const { body, ...rest } = request
  const filled = JSON.parse(JSON.stringify(rest).replaceAll(ID, id))
  return { ...filled, body: typeof body === 'string' ? body.replaceAll(ID, id) : body }
}

/**
 * Hides the secrets of a workload, for records, pages and logs. A body may be secret, so only its length is kept.
 *
 * @template {{ path: string, requests?: LoadRequest[] }} T
 * @param {T} workload
 * @returns {T}
 */
function withoutSecrets (workload) {
  const { path, requests } = workload
  return {
    ...workload,
    path: withoutSecretQuery(path),
    ...(requests && { requests: requests.map(hidden) })
  }
}

/**
 * @param {LoadRequest} request
 * @returns {LoadRequest}
 */
function hidden ({ path, headers, body, encoding, ...rest }) {
  const shownHeaders = Object.entries(headers ?? {}).map(([name, value]) => [name, shown(name, value)])
  return {
    ...rest,
    ...(path !== undefined && { path: withoutSecretQuery(path) }),
    ...(headers && { headers: Object.fromEntries(shownHeaders) }),
    ...(body !== undefined && { body: `(${Buffer.byteLength(body, encoding ?? 'utf8')} bytes)` })
  }
}

/**
 * @param {string} path path and query
 * @returns {string}
 */
function withoutSecretQuery (path) {
  return path.replace(/([?&])([^=&#]+)=([^&#]*)/g, (_, mark, name, value) => `${mark}${name}=${shown(name, value)}`)
}

/**
 * @param {string} name name of a header, query parameter or environment variable
 * @param {string} value
 * @returns {string} the value, or `***` for a secret
 */
function shown (name, value) {
  return SECRET.test(decoded(name)) || SECRET_VALUE.test(decoded(value)) ? HIDDEN : value
}

/** @param {string} text may be percent-encoded */
function decoded (text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/**
 * @param {WholeRequest} request
 * @returns {string} the request for display, without secrets
 */
function nameOf ({ method, path }) {
  return method === 'GET' ? withoutSecretQuery(path) : `${method} ${withoutSecretQuery(path)}`
}

/**
 * @param {Pick<Workload, 'path' | 'requests'>} workload
 * @returns {string} the requests for display: `/items 3x, POST /orders`
 */
function requestsText (workload) {
  const weights = (workload.requests ?? [{}]).map(({ weight = 1 }) => weight)
  return requestsOf(workload)
    .map((request, i) => nameOf(request) + (weights[i] > 1 ? ` ${weights[i]}x` : ''))
    .join(', ')
}

module.exports = {
  ANSWER_TIMEOUT_MS,
  hasIds,
  nameOf,
  requestsOf,
  requestsText,
  sequenceOf,
  shown,
  timeoutMsOf,
  withId,
  withoutSecretQuery,
  withoutSecrets
}
