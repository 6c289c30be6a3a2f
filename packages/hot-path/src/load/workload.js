'use strict'

const { exchange } = require('../process/exchange')
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
 * @param {{ driver?: string, workers?: number, 'expect-workers'?: number }} values options of a command
 * @returns {Pick<import('../types/pipeline').Workload, 'driver' | 'workers' | 'expectWorkers'>} the load generator;
 *   empty for the built-in one
 * @throws {OperationalError} if they contradict each other
 */
function generatorOf ({ driver = 'built-in', workers, 'expect-workers': expectWorkers }) {
  if (driver === 'locust') return { driver, ...(expectWorkers ? { expectWorkers } : { workers }) }
  const given = expectWorkers ? '--expect-workers' : workers ? '--workers' : null
  if (given) throw new OperationalError(`${given} is a number of processes of Locust. Add --driver=locust.`)
  return driver === 'built-in' ? {} : { driver }
}

/**
 * @param {{ driver: string, workers?: number, expectWorkers?: number, connections: number }} plan
 * @param {Pick<import('../types/pipeline').Workload, 'pace'>} [load] which may have a constant rate
 * @returns {string} a description for display
 */
function loadText ({ driver, workers = 1, expectWorkers, connections }, { pace } = {}) {
  if (pace) return `${pace.requestsPerSecond} requests per second, over at most ${connections} connections`
  if (expectWorkers) return `${driver} load generator with ${expectWorkers} processes on other machines, ${connections} connections`
  const several = workers > 1 ? ` with ${workers} processes` : ''
  return `${driver} load generator${several}, ${connections} connections`
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
  const { headers, body } = await exchange(address, { path }, signal).catch(function (err) {
    throw new OperationalError(`the server does not respond at ${path}, so there is nothing to revalidate.`, { cause: err })
  })
  body.destroy() // it may be endless
  const { etag } = headers
  if (!etag) throw new OperationalError(`the server sends no ETag at ${path}, so there is nothing to revalidate.`)
  return { 'If-None-Match': etag }
}

module.exports = { conditions, generatorOf, loadText, toWorkload }
