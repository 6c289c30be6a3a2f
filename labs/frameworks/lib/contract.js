'use strict'

const http = require('http')
const { OperationalError } = require('hot-path')

const ANSWER_TIMEOUT_MS = 10_000

/**
 * The answers that every contestant must give, byte for byte. `path` is the target of the load; `asks` are further
 * requests to the same route, so that hard-coded answers fail.
 *
 * @typedef {object} Contract
 * @property {string} path
 * @property {{ path: string, body: string }[]} asks
 * @property {string[]} refused unknown paths: status 400 or above
 * @property {Record<string, string>} headers all except Content-Length and Date
 */

/**
 * @param {import('hot-path').Address} address
 * @param {Contract} contract
 * @throws {OperationalError} if an answer differs, with the difference
 */
async function assertAnswers (address, contract) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    for (const path of contract.refused) {
      const { status = 0 } = await ask(address, path, agent)
      if (status < 400) {
        throw new OperationalError(
          `It violates the contract. At the unknown path ${path}, it answers ${status}, not 400 or above.`
        )
      }
    }
    for (const { path, body } of contract.asks) {
      const difference = differs(await ask(address, path, agent), contract, body)
      if (difference) throw new OperationalError(`It violates the contract. At ${path}: ${difference}`)
    }
  } finally {
    agent.destroy()
  }
}

/** @typedef {{ status: number | undefined, headers: Record<string, string>, body: string }} Answer */

/**
 * @param {import('hot-path').Address} address
 * @param {string} target
 * @param {http.Agent} agent
 * @returns {Promise<Answer>}
 */
function ask ({ host, port }, target, agent) {
  return new Promise(function (resolve, reject) {
    const request = http.get({ host, port, path: target, agent, timeout: ANSWER_TIMEOUT_MS }, function (response) {
      let body = ''
      response.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode, headers: headersOf(response.rawHeaders), body }))
    })
    request.on('timeout', () => request.destroy(new Error('no response in time')))
    request.on('error', reject)
  }).catch(({ message }) => {
    throw new OperationalError(`It violates the contract. At ${target}: ${message}.`)
  })
}

/**
 * @param {string[]} raw alternating names and values
 * @returns {Record<string, string>} by lower-case name; values of repeated headers are joined
 */
function headersOf (raw) {
  /** @type {Record<string, string>} */
  const headers = {}
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    headers[name] = name in headers ? `${headers[name]}, ${raw[i + 1]}` : raw[i + 1]
  }
  return headers
}

/**
 * @param {Answer} answer
 * @param {Contract} contract
 * @param {string} body expected one
 * @returns {string | null} the first difference; null without one
 */
function differs (answer, contract, body) {
  if (answer.status !== 200) return `the status is ${answer.status}, not 200.`
  if (answer.body !== body) return `the body is ${answer.body}, not ${body}.`
  const { date, ...headers } = answer.headers
  if (!(Date.parse(date) > 0)) return `the Date header is ${date ? 'invalid' : 'missing'}.`
  const wanted = { ...contract.headers, 'content-length': String(Buffer.byteLength(body)) }
  for (const name of Object.keys({ ...wanted, ...headers })) {
    const [is, shouldBe] = [headers, wanted].map((one) => /** @type {Record<string, string>} */ (one)[name])
    if (is !== shouldBe) {
      return `the header ${name} is ${is ?? 'missing'}, and should be ${shouldBe ?? 'absent'}.`
    }
  }
  return null
}

module.exports = { assertAnswers }
