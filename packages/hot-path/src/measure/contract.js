'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../base/operational-error')
const { start } = require('../process/subject')

/** @typedef {import('../records').Subject} Subject */

// A server that answers only under load, or never, is no server to compare.
const ANSWER_TIMEOUT_MS = 10_000

/**
 * Makes sure that two subjects do the same job: a version that answers something else cannot be slower or faster.
 *
 * They have to agree on status, media type, and the shape of the JSON: contents may differ (a random body, a
 * timestamp).
 *
 * @param {Subject} one
 * @param {Subject} other
 * @param {string} directory
 * @throws {OperationalError} when one does not start or answer, refuses the path, or when they disagree
 */
async function assertSameContract (one, other, directory) {
  const answers = [await answerOf(one, directory), await answerOf(other, directory)]
  const names = ['status', 'media type', 'shape of the body']
  names.forEach(function (name, i) {
    if (answers[0][i] === answers[1][i]) return
    throw new OperationalError(
      `${one.file} and ${other.file} do not keep the same contract: the ${name} is ` +
        `${answers[0][i]} in one and ${answers[1][i]} in the other. Compare versions that give the same answer.`
    )
  })
}

/**
 * @param {Subject} subject
 * @param {string} directory
 * @returns {Promise<string[]>} status, media type, shape
 */
async function answerOf (subject, directory) {
  const running = await start(subject, { directory })
  try {
    const answer = await running.whileAlive(
      fetch(originOf(running.address) + subject.path, {
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        redirect: 'manual'
      })
    )
    if (!answer.ok) {
      throw new OperationalError(`${subject.file} answers ${answer.status} at ${subject.path}. Is --path right?`)
    }
    const type = (answer.headers.get('content-type') ?? 'none').split(';')[0]
    return [String(answer.status), type, shapeOf(type, await answer.text())]
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(
      `${subject.file} gives no answer at ${subject.path} within ${ANSWER_TIMEOUT_MS / 1000} s.`,
      { cause: err }
    )
  } finally {
    await running.kill()
  }
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

module.exports = { assertSameContract }
