'use strict'

const http = require('http')
const { once } = require('events')
const { ANSWER_TIMEOUT_MS, nameOf, requestsOf, withId } = require('../load/requests')
const { OperationalError } = require('../base/operational-error')
const { start } = require('../process/subject')

/** @typedef {import('../records').Subject} Subject */

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

/**
 * Whether two subjects do the same job: a version that answers something else cannot be slower or faster.
 *
 * For each request of their load, they have to agree on status, media type, and the shape of the JSON: contents may
 * differ (a random body, a timestamp).
 *
 * @param {Subject} one
 * @param {Subject} other
 * @param {string} directory
 * @returns {Promise<string | null>} a sentence where they disagree
 * @throws {OperationalError} when one does not start or answer, or refuses
 */
async function contractDifference (one, other, directory) {
  const [answers, others] = [await answersOf(one, directory), await answersOf(other, directory)]
  const names = ['status', 'media type', 'shape of the body']
  for (const [i, request] of requestsOf({ path: one.path, requests: one.load?.requests }).entries()) {
    const different = names.findIndex((_, j) => answers[i][j] !== others[i][j])
    if (different < 0) continue
    const where = answers.length > 1 ? ` of ${nameOf(request)}` : ''
    return (
      `${one.file} and ${other.file} do not keep the same contract: the ${names[different]}${where} is ` +
      `${answers[i][different]} in one and ${others[i][different]} in the other.`
    )
  }
  return null
}

/**
 * @param {Subject} subject
 * @param {string} directory
 * @returns {Promise<string[][]>} of each request: status, media type, shape
 */
async function answersOf (subject, directory) {
  const running = await start(subject, { directory })
  try {
    const answers = []
    for (const request of requestsOf({ path: subject.path, requests: subject.load?.requests })) {
      answers.push(await running.whileAlive(answerTo(request, running.address, subject)))
    }
    return answers
  } finally {
    await running.kill()
  }
}

/**
 * @param {import('../load/requests').WholeRequest} request
 * @param {import('../records').Address} address
 * @param {Subject} subject
 * @returns {Promise<string[]>}
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
    return [String(status), type, text === null ? TOO_LONG : shapeOf(type, text)]
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
 * @param {string} body
 */
function shapeOf (type, body) {
  if (!type.endsWith('json')) return body === '' ? 'empty' : 'text'
  try {
    return describe(JSON.parse(body))
  } catch {
    return 'broken JSON'
  }
}

/**
 * @param {unknown} value
 * @returns {string} `{data: string, ts: number}`
 */
function describe (value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length ? `[${describe(value[0])}]` : '[]'
  if (typeof value !== 'object') return typeof value
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${describe(inner)}`)
    .sort()
    .join(', ')}}`
}

module.exports = { contractDifference }
