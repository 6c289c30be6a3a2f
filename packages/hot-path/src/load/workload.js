'use strict'

const { originOf } = require('../process/address')
const { OperationalError } = require('../util/errors')
const { ANSWER_TIMEOUT_MS } = require('./requests')

/**
 * Returns the load for a server: the settings that the user chose, and those of the server itself (its path, and the
 * rest of `subject.load`).
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ connections: number, durationSeconds: number, workers?: number }} asked
 * @returns {import('../types/pipeline').Workload}
 */
function toWorkload ({ path, load }, asked) {
  const { leastSeconds, afterRequests, fresh, ...particulars } = load ?? {}
  return { ...particulars, path, ...asked }
}

/**
 * @param {{ driver: string, workers?: number, connections: number }} plan
 * @param {Pick<import('../types/pipeline').Workload, 'pace'>} [load] which may have a constant rate
 * @returns {string} a description for display
 */
function loadText ({ driver, workers = 1, connections }, { pace } = {}) {
  if (pace) return `${pace.requestsPerSecond} requests per second, over at most ${connections} connections`
  return `${driver} load generator${workers > 1 ? ` with ${workers} threads` : ''}, ${connections} connections`
}

/**
 * Returns the headers that make a request conditional, for a workload with `revalidate`.
 *
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @returns {Promise<Record<string, string>>} empty for any other workload
 * @throws {OperationalError} if the server sends no ETag, or does not respond within 10 s
 */
async function conditions (address, { path, revalidate }) {
  if (!revalidate) return {}
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answer = await fetch(originOf(address) + path, { signal }).catch(function (err) {
    throw new OperationalError(`the server does not respond at ${path}, so there is nothing to revalidate.`, { cause: err })
  })
  await answer.body?.cancel() // it may be endless
  const etag = answer.headers.get('etag')
  if (!etag) throw new OperationalError(`the server sends no ETag at ${path}, so there is nothing to revalidate.`)
  return { 'If-None-Match': etag }
}

module.exports = { conditions, loadText, toWorkload }
