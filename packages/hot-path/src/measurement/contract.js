'use strict'

const { expectedStatuses } = require('../util/expected-statuses')
const { ANSWER_TIMEOUT_MS, nameOf, requestsOf, withId } = require('../load/requests')
const { OperationalError } = require('../util/errors')
const { exchange } = require('../process/exchange')
const { start } = require('../process/subject')
const { shapeDifference } = require('./body-shape')

/** @typedef {import('../types/pipeline').Subject} Subject */

// A body may be endless. The shape of a longer one is not compared.
const MOST_BODY_BYTES = 16_000_000
const TOO_LONG = `more than ${MOST_BODY_BYTES / 1e6} MB`

const REMEDY = 'Check --path.'
/** @type {Record<number, string>} */
const REMEDIES = {
  400: 'Check --method, --header and --body.',
  401: 'Add --header="authorization: ..." if it needs one.',
  403: 'Add --header="authorization: ..." if it needs one.',
  405: 'Check --method.',
  415: 'Add --header="content-type: ..." if it needs one.'
}

/** @typedef {{ status: number, type: string, kind: string, body?: unknown }} Answer `body`: parsed JSON */

// A version's responses may vary. A difference is confirmed with this many responses per request.
const MOST_ASKED = 10

/**
 * Finds how the responses of two versions differ. Versions that respond differently cannot be called slower or faster.
 *
 * For each request of the load, status, media type and JSON shape must match. Contents may differ (a random body, a
 * timestamp), and so may anything that varies between the responses of one version.
 *
 * @param {Subject} one
 * @param {Subject} other
 * @param {string} directory
 * @returns {Promise<string | null>} a sentence on the difference; null if there is none
 * @throws {OperationalError} if a version does not start, does not respond, or sends an error response
 */
async function contractDifference (one, other, directory) {
  const found = differenceOf(one, await answersOf(one, directory, 1), await answersOf(other, directory, 1))
  if (found === null) return null
  const [answers, others] = [await answersOf(one, directory, MOST_ASKED), await answersOf(other, directory, MOST_ASKED)]
  const often = differenceOf(one, answers, others)
  return often && `${one.file} and ${other.file} respond differently: ${often}.`
}

/**
 * @param {Subject} subject
 * @param {Answer[][]} answers responses of one version, by request
 * @param {Answer[][]} others responses of the other version, by request
 * @returns {string | null}
 */
function differenceOf ({ path, load }, answers, others) {
  const requests = requestsOf({ path, requests: load?.requests })
  for (const [i, request] of requests.entries()) {
    const where = requests.length > 1 ? ` of ${nameOf(request)}` : ''
    for (const [field, name] of /** @type {const} */ ([
      ['status', 'status'],
      ['type', 'media type'],
      ['kind', 'kind of body']
    ])) {
      const [seen, seenInOther] = [answers[i], others[i]].map((all) => new Set(all.map((answer) => answer[field])))
      if (![...seen].some((value) => seenInOther.has(value))) {
        return `the ${name}${where} is ${[...seen].join(' or ')} in the first and ${[...seenInOther].join(' or ')} in the second`
      }
    }
    const [bodies, otherBodies] = [answers[i], others[i]].map((all) => all.flatMap((one) => ('body' in one ? [one.body] : [])))
    const found = shapeDifference(bodies, otherBodies)
    if (found) return `in the body${where}, ${found}`
  }
  return null
}

/**
 * @param {Subject} subject
 * @param {string} directory
 * @param {number} times number of responses per request
 * @returns {Promise<Answer[][]>} responses, by request
 */
async function answersOf (subject, directory, times) {
  const running = await start(subject, { directory })
  try {
    const answers = []
    for (const request of requestsOf({ path: subject.path, requests: subject.load?.requests })) {
      const ofOne = []
      for (let i = 0; i < times; i++) ofOne.push(await running.whileAlive(answerTo(request, running.address, subject)))
      answers.push(ofOne)
    }
    return answers
  } finally {
    await running.kill()
  }
}

/**
 * @param {import('../load/requests').WholeRequest} request
 * @param {import('../types/pipeline').Address} address
 * @param {Subject} subject
 * @returns {Promise<Answer>}
 */
async function answerTo (request, address, { file, load }) {
  const { headers, ...asked } = withId(request)
  // The body is read here, so request it uncompressed.
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !/^accept-encoding$/i.test(name)))
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const { status, headers: received, body } = await exchange(address, { headers: plain, ...asked }, signal)
    const type = (received['content-type'] ?? 'none').split(';')[0]
    const isExpected = (status >= 200 && status < 300) || expectedStatuses(load).includes(status)
    if (!isExpected) throw new OperationalError(`${file} responds to ${nameOf(request)} with status ${status}. ${REMEDIES[status] ?? REMEDY}`)
    const text = await textOf(body)
    return { status, type, ...(text === null ? { kind: TOO_LONG } : bodyOf(type, text)) }
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(
      `${file} sends no complete response to ${nameOf(request)} within ${ANSWER_TIMEOUT_MS / 1000} s.`,
      { cause: err }
    )
  }
}

/**
 * @param {import('stream').Readable} answer
 * @returns {Promise<string | null>} the body; null if it is too long
 */
async function textOf (answer) {
  const chunks = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES) return null // leaving the loop closes the connection
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * @param {string} type
 * @param {string} text
 * @returns {{ kind: string, body?: unknown }}
 */
function bodyOf (type, text) {
  if (!type.endsWith('json')) return { kind: text === '' ? 'empty' : 'text' }
  try {
    return { kind: 'JSON', body: JSON.parse(text) }
  } catch {
    return { kind: 'invalid JSON' }
  }
}

module.exports = { contractDifference }
