'use strict'

// Compares a server's answers before and after a cure: deleting the slow code is not a cure.

const { send } = require('../request')
const { withRunning } = require('../running')

const PATIENCE_MS = 15_000
const AT_ONCE = 20
const LONG = 60

/**
 * @typedef {import('./list').Asked} Asked
 * @typedef {{ status: number, type: string | null, body: string }} Answer
 */

/**
 * @param {string} server file
 * @param {Asked[]} contract
 * @param {import('../running').Project} project
 * @returns {Promise<Answer[][]>} answers per entry of the contract; for `repeat` and `crowd`, the distinct ones
 * @throws {OperationalError} if the server does not start or does not answer
 */
async function answersOf (server, contract, project) {
  const answers = []
  for (const part of fromFreshStarts(contract)) {
    const given = await withRunning(server, project, async function (running) {
      const given = []
      for (const asked of part) given.push(await running.whileAlive(answersTo(asked, running.address)))
      return given
    })
    answers.push(...given)
  }
  return answers
}

/**
 * Splits a contract at each `repeat`: repeated requests can degrade a server, so they begin with a fresh one.
 *
 * @param {Asked[]} contract
 * @returns {Asked[][]} the entries in parts; each part runs against a new server process
 */
function fromFreshStarts (contract) {
  /** @type {Asked[][]} */
  const parts = []
  for (const asked of contract) {
    const isRepeated = typeof asked !== 'string' && 'repeat' in asked
    if (isRepeated || parts.length === 0) parts.push([])
    parts[parts.length - 1].push(asked)
  }
  return parts
}

/** @typedef {{ host: string, port: number }} Address */

/**
 * @param {Asked} asked
 * @param {Address} address
 * @returns {Promise<Answer[]>}
 */
async function answersTo (asked, address) {
  if (typeof asked === 'string') return [await ask(asked, address)]
  if ('together' in asked) {
    const answers = await Promise.all(asked.together.map((request) => ask(request, address)))
    return answers.sort((a, b) => (toText(a) < toText(b) ? -1 : 1))
  }
  if ('crowd' in asked) {
    const all = await Promise.all(Array.from({ length: asked.times }, () => ask(asked.crowd, address)))
    return differing(all)
  }
  const different = new Map()
  for (let done = 0; done < asked.times; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, asked.times - done) }, () => ask(asked.repeat, address))
    for (const answer of await Promise.all(some)) different.set(toText(answer), answer)
  }
  return [...different.values()]
}

/**
 * @param {Answer[]} answers
 * @returns {Answer[]} the distinct answers, sorted by their text
 */
function differing (answers) {
  return [...new Map(answers.map((answer) => [toText(answer), answer])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, answer]) => answer)
}

/**
 * @param {string} request
 * @param {Address} address
 * @returns {Promise<Answer>}
 */
async function ask (request, address) {
  const { status, headers, body } = await send(request, address, { patienceMs: PATIENCE_MS })
  return { status, type: headers.get('content-type'), body }
}

/**
 * Compares two lists of answers. Pure.
 *
 * @param {Asked[]} contract
 * @param {Answer[][]} mine
 * @param {Answer[][]} original
 * @returns {string[]} one sentence per difference
 */
function differences (contract, mine, original) {
  return contract.flatMap(function (asked, i) {
    if (typeof asked !== 'string' && 'crowd' in asked) return crowdDifferences(asked, mine[i], original[i])
    // The original server may fail after many repeated requests, so its first answer is the expected one.
    const isRepeated = typeof asked !== 'string' && 'repeat' in asked
    const meant = isRepeated ? original[i].slice(0, 1) : original[i]
    const other = mine[i].find((answer, j) => toText(answer) !== toText(meant[isRepeated ? 0 : j]))
    return other ? [sentence(toName(asked), other, meant[isRepeated ? 0 : mine[i].indexOf(other)])] : []
  })
}

/**
 * @param {{ crowd: string, times: number }} asked
 * @param {Answer[]} mine
 * @param {Answer[]} meant
 * @returns {string[]}
 */
function crowdDifferences ({ crowd, times }, mine, meant) {
  const [ofMine, ofMeant] = [mine, meant].map((answers) => answers.map(toText))
  const missing = meant.filter((answer) => !ofMine.includes(toText(answer)))
  const added = mine.filter((answer) => !ofMeant.includes(toText(answer)))
  const when = `With ${times} requests for ${crowd} at the same time,`
  return [
    ...missing.map(({ status }) => `${when} nobody gets the status ${status} any more.`),
    ...added.map(({ status, body }) => `${when} some responses have status ${status}, unlike the original: ${shortened(body)}.`)
  ]
}

/**
 * @param {string} asked
 * @param {Answer} mine
 * @param {Answer} meant
 */
function sentence (asked, mine, meant) {
  const answer = `The answer to ${asked} has`
  if (mine.status !== meant.status) return `${answer} status ${mine.status}, and not ${meant.status}.`
  if (mine.type !== meant.type) return `${answer} content type ${mine.type}, and not ${meant.type}.`
  return `${answer} another body: ${shortened(mine.body)}, and not ${shortened(meant.body)}.`
}

/** @param {Asked} asked */
function toName (asked) {
  if (typeof asked === 'string') return asked
  if ('crowd' in asked) return asked.crowd
  return 'together' in asked
    ? `${asked.together[0]} (${asked.together.length} together)`
    : `${asked.repeat} (${asked.times} times)`
}

/** @param {Answer} answer */
function toText ({ status, type, body }) {
  return JSON.stringify([status, type, body])
}

/** @param {string} text */
function shortened (text) {
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text || '(empty)'
}

module.exports = { answersOf, differences }
