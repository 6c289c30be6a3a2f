'use strict'

const http = require('http')
const { once } = require('events')
const { ANSWER_TIMEOUT_MS, nameOf, requestsOf, withId } = require('../load/requests')
const { OperationalError } = require('../util/errors')
const { start } = require('../process/subject')
const { shapeDifference } = require('./body-shape')

/** @typedef {import('../types/pipeline').Subject} Subject */

// A body may have no end. Of one that is longer, the shape is not looked at.
const MOST_BODY_BYTES = 16_000_000
const TOO_LONG = `more than ${MOST_BODY_BYTES / 1e6} MB`

const REMEDY = 'Is --path right?'
/** @type {Record<number, string>} */
const REMEDIES = {
  400: 'Are --method, --header and --body right?',
  401: 'Does it want a --header="authorization: ..."?',
  403: 'Does it want a --header="authorization: ..."?',
  405: 'Is --method right?',
  415: 'Does it want a --header="content-type: ..."?'
}

/** @typedef {{ status: number, type: string, kind: string, body?: unknown }} Answer `body`: of JSON */

// A version that answers another way now and then is asked as often before it is held against the other.
const MOST_ASKED = 10

/**
 * Whether two subjects do the same job: a version that answers something else cannot be slower or faster.
 *
 * For each request of their load, they have to agree on status, media type, and the shape of the JSON. Contents may
 * differ (a random body, a timestamp), and so may all that differs between the answers of one version.
 *
 * @param {Subject} one
 * @param {Subject} other
 * @param {string} directory
 * @returns {Promise<string | null>} a sentence where they disagree
 * @throws {OperationalError} when one does not start or answer, or refuses
 */
async function contractDifference (one, other, directory) {
  const found = differenceOf(one, await answersOf(one, directory, 1), await answersOf(other, directory, 1))
  if (found === null) return null
  const [answers, others] = [await answersOf(one, directory, MOST_ASKED), await answersOf(other, directory, MOST_ASKED)]
  const often = differenceOf(one, answers, others)
  return often && `${one.file} and ${other.file} do not keep the same contract: ${often}.`
}

/**
 * @param {Subject} subject
 * @param {Answer[][]} answers of one version: of each request, the answers
 * @param {Answer[][]} others of the other
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
        return `the ${name}${where} is ${[...seen].join(' or ')} in one and ${[...seenInOther].join(' or ')} in the other`
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
 * @param {number} times each is asked
 * @returns {Promise<Answer[][]>} of each request
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
async function answerTo (request, { host, port }, { file, load }) {
  const { body, headers, ...asked } = withId(request)
  // Its body is read here, so it is asked for as it is.
  const plain = Object.fromEntries(Object.entries(headers).filter(([name]) => !/^accept-encoding$/i.test(name)))
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const sent = http.request({ host, port, agent: false, signal, headers: plain, ...asked }).end(body)
    const [answer] = /** @type {[http.IncomingMessage]} */ (await once(sent, 'response'))
    const [status, type] = [Number(answer.statusCode), (answer.headers['content-type'] ?? 'none').split(';')[0]]
    const isExpected = (status >= 200 && status < 300) || load?.expects?.includes(status)
    if (!isExpected) throw new OperationalError(`${file} answers ${status} at ${nameOf(request)}. ${REMEDIES[status] ?? REMEDY}`)
    const text = await textOf(answer)
    return { status, type, ...(text === null ? { kind: TOO_LONG } : bodyOf(type, text)) }
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(
      `${file} gives no whole answer at ${nameOf(request)} within ${ANSWER_TIMEOUT_MS / 1000} s.`,
      { cause: err }
    )
  }
}

/**
 * @param {http.IncomingMessage} answer
 * @returns {Promise<string | null>} its body; null where it is too long
 */
async function textOf (answer) {
  const chunks = []
  let bytes = 0
  for await (const chunk of answer) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES) return null // to leave the loop closes the connection
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
    return { kind: 'broken JSON' }
  }
}

module.exports = { contractDifference }
