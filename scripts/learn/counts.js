'use strict'

// Counts the operations of a server under some requests: listeners, hashes, queries, connections, and so on.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('hot-path')
const { send } = require('./request')
const { withRunning } = require('./running')

const SPY = path.join(__dirname, 'spy.js')
const PATIENCE_MS = 10_000
const ENDS_WITHIN_MS = 1000

/**
 * @typedef {import('./spy').Counts} Counts
 * @typedef {{ status: number, etag: string | null, keys: string[] }} Answer `keys` of the JSON, empty for other bodies
 */

/**
 * @param {string} name of the subject
 * @param {import('./running').Project & { requests: number, atOnce?: number, pauseMs?: number }} options `atOnce`:
 *   concurrent requests; `pauseMs`: pause between such batches
 * @returns {Promise<{ counts: Counts, answers: Answer[] }>}
 * @throws {OperationalError} if the server does not start, or exits early
 */
async function countsOf (name, { requests, atOnce = 1, pauseMs = 0, ...project }) {
  return withRunning(name, { ...project, preload: SPY }, async function (running, subject, directory) {
    /** @type {Answer[]} */
    const answers = []
    while (answers.length < requests) {
      // A fixed delay on purpose: cached values have to expire.
      if (answers.length > 0 && pauseMs > 0) await wait(pauseMs)
      const some = Array.from({ length: atOnce }, () => ask(running.address, subject.path))
      try {
        answers.push(...(await running.whileAlive(Promise.all(some))))
      } catch (err) {
        await running.whileAlive(wait(ENDS_WITHIN_MS)) // if it has ended, its own error says more
        throw err
      }
    }
    await running.stop()
    const [, counts] = /^counts: (.*)$/m.exec(fs.readFileSync(path.join(directory, 'server.log'), 'utf8')) ?? []
    if (!counts) throw new OperationalError(`${subject.file} ended before its operations were counted.`)
    try {
      return { counts: JSON.parse(counts), answers }
    } catch (err) {
      throw new OperationalError(`${subject.file} printed invalid counts: a line that starts with "counts: " has no JSON.`, { cause: err })
    }
  })
}

/**
 * @param {{ host: string, port: number }} address
 * @param {string} urlPath
 * @returns {Promise<Answer>}
 */
async function ask (address, urlPath) {
  const { status, headers, body } = await send(urlPath, address, { patienceMs: PATIENCE_MS })
  return { status, etag: headers.get('etag'), keys: keysOf(body) }
}

/** @param {string} body */
function keysOf (body) {
  try {
    return Object.keys(JSON.parse(body)).sort()
  } catch {
    return []
  }
}

module.exports = { countsOf }
