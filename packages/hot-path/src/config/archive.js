'use strict'

// Reads requests that a browser or proxy recorded as an HTTP archive.
// Source: HTTP Archive 1.2 (http://www.softwareishard.com/blog/har-12-spec/).

const { OperationalError } = require('../util/errors')
const { counted } = require('../util/format')
const { MOST_REQUESTS, MOST_WEIGHT, checkedRequest, joined, toBody } = require('./checked-request')
const { OF_CONNECTION } = require('./values')

/** @typedef {import('../types/pipeline').LoadRequest} LoadRequest */

// Headers of the browser's connection and cache, which are not part of the request.
const NOT_KEPT = /^(:.*|host|if-none-match|if-modified-since)$/i
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/**
 * Returns the requests to the archive's most frequent origin. Identical requests are merged into one with a weight.
 *
 * @param {any} archive
 * @param {string} file archive file, for error messages
 * @returns {LoadRequest[]}
 * @throws {OperationalError} if the archive is invalid or contains no request that can be sent
 */
function fromArchive (archive, file) {
  const entries = archive?.log?.entries
  if (!Array.isArray(entries)) throw new OperationalError(`the HTTP archive has no list of entries: ${file}`)
  const all = entries.flatMap((entry, i) => ofEntry(entry?.request, `entry ${i + 1} of ${file}`))
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { origin } of all) counts.set(origin, (counts.get(origin) ?? 0) + 1)
  const [[origin] = []] = [...counts].sort(([, a], [, b]) => b - a)
  if (origin === undefined) throw new OperationalError(`${file} contains no HTTP request.`)
  const own = all.filter((one) => one.origin === origin)
  const whole = own.flatMap(({ request }) => (request ? [request] : []))
  if (whole.length === 0) throw new OperationalError(`${file} does not contain the request bodies. Record the archive with another tool, or list the requests in a JSON file.`)
  const left = { elsewhere: all.length - own.length, bodiless: own.length - whole.length }
  console.error(
    `${file}: ${counted(whole.length, 'request')} to ${origin}` +
    (left.elsewhere ? `; skipped: ${left.elsewhere} to other hosts` : '') +
    (left.bodiless ? `; skipped: ${left.bodiless} without their body in the archive` : '') + '.'
  )
  return weighted(whole, file)
}

/**
 * @param {LoadRequest[]} requests
 * @param {string} file
 * @returns {LoadRequest[]} the distinct requests, with weights
 */
function weighted (requests, file) {
  /** @type {Map<string, LoadRequest>} */
  const different = new Map()
  for (const request of requests) {
    const key = JSON.stringify(request)
    different.set(key, { ...request, weight: Math.min(MOST_WEIGHT, (different.get(key)?.weight ?? 0) + 1) })
  }
  if (different.size > MOST_REQUESTS) throw new OperationalError(`${file} has more than ${MOST_REQUESTS} different requests.`)
  return [...different.values()]
}

/**
 * @param {any} request
 * @param {string} where position in the archive, for error messages
 * @returns {{ origin: string, request: LoadRequest | null }[]} null if the archive lacks the body; an empty list
 *   for URLs other than HTTP, such as `data:`
 */
function ofEntry (request, where) {
  const url = typeof request?.url === 'string' && URL.canParse(request.url) ? new URL(request.url) : null
  if (!url || !/^https?:$/.test(url.protocol)) return []
  const { method, headers = [], postData, bodySize } = request
  if (!Array.isArray(headers)) throw new OperationalError(`${where}: headers must be a list.`)
  const kept = joined(
    headers
      .filter((header) => typeof header?.name === 'string' && isKept(header.name))
      .map(({ name, value }) => [name, value])
  )
  const content = contentOf(postData ?? {}, bodySize)
  if (content === null) return [{ origin: url.origin, request: null }]
  const { type, ...body } = content
  const isType = (/** @type {string} */ name) => /^content-type$/i.test(name)
  const others = Object.entries(kept).filter(([name]) => !type || !isType(name))
  const told = postData?.mimeType && !Object.keys(kept).some(isType) ? String(postData.mimeType) : undefined
  const one = {
    method: typeof method === 'string' ? method.toUpperCase() : method,
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(others), ...((type ?? told) && { 'content-type': type ?? told }) },
    ...body
  }
  return [{ origin: url.origin, request: checkedRequest(one, where) }]
}

/** @param {string} name header name */
function isKept (name) {
  return !NOT_KEPT.test(name) && !OF_CONNECTION.test(name)
}

/**
 * Reads the body of a request from text, Base64 (written by some tools), or form fields.
 *
 * @param {any} postData
 * @param {unknown} bodySize size according to the archive, in bytes; -1 if unknown
 * @returns {Pick<LoadRequest, 'body' | 'encoding'> & { type?: string } | null} `type`: media type that replaces the
 *   recorded one; null if the body is not in the archive
 */
function contentOf ({ mimeType = '', text, params, encoding }, bodySize) {
  if (typeof text === 'string' && text !== '') return encoding === 'base64' ? toBody(Buffer.from(text, 'base64')) : { body: text }
  if (Array.isArray(params) && params.length > 0) {
    if (mimeType.startsWith(FORM)) return { body: formOf(params) }
    return mimeType.startsWith(MULTIPART) ? multipartOf(params) : null
  }
  return Number(bodySize) > 0 ? null : {}
}

/** @param {any[]} params */
function formOf (params) {
  return new URLSearchParams(params.map(({ name, value }) => [String(name), String(value ?? '')])).toString()
}

/**
 * @param {any[]} params
 * @returns {{ body: string, type: string } | null} null if an uploaded file is not in the archive. Source: RFC 7578
 */
function multipartOf (params) {
  if (params.some(({ fileName, value }) => fileName !== undefined && value === undefined)) return null
  let boundary = 'hot-path'
  while (JSON.stringify(params).includes(boundary)) boundary += '-'
  const quoted = (/** @type {unknown} */ text) => `"${String(text).replace(/[\r\n"]/g, encodeURIComponent)}"`
  const parts = params.map(({ name, value, fileName, contentType }) => [
    `--${boundary}`,
    `Content-Disposition: form-data; name=${quoted(name)}${fileName === undefined ? '' : `; filename=${quoted(fileName)}`}`,
    ...(contentType ? [`Content-Type: ${String(contentType).replace(/[\r\n]/g, '')}`] : []),
    '',
    String(value ?? '')
  ])
  return { body: [...parts.flat(), `--${boundary}--`, ''].join('\r\n'), type: `${MULTIPART}; boundary=${boundary}` }
}

module.exports = { fromArchive }
