'use strict'

// What Locust counted (locustfile.py), as a load. Pure.

const { OperationalError } = require('../util/errors')
const { expectedStatuses } = require('../util/expected-statuses')
const { Latencies } = require('./histogram')

/** @typedef {import('../types/pipeline').Load} Load */
/** @typedef {import('../types/pipeline').Workload} Workload */
/**
 * @typedef {object} WorkerResult what one worker of Locust counted (locustfile.py)
 * @property {number} requests
 * @property {number} inTime those answered while requests were sent
 * @property {number} inTimeMs sum of their latencies, and of the time of the requests in flight when sending ended
 * @property {number} users
 * @property {number} errors
 * @property {number} timeouts
 * @property {number} bytes
 * @property {number} maxMs
 * @property {number} answeringMs sum of all latencies
 * @property {Record<string, number>} latencies number of requests by latency in µs, with three significant digits
 * @property {Record<string, number>} statuses
 * @property {number} sendingSeconds
 * @property {number} seconds
 * @property {number} cpuSeconds
 */

const US_PER_MS = 1000

/**
 * @param {string} text what a master of Locust printed that ran one load by itself
 * @returns {Load}
 * @throws {OperationalError} if there is no result
 */
function loadFrom (text) {
  const messages = text.split('\n').flatMap((line) => /^.*?hot-path (\{.*\})\s*$/.exec(line)?.[1] ?? [])
  const { results = [], lost = 0 } = messages.map((json) => JSON.parse(json)).findLast(({ results }) => results) ?? {}
  if (results.length === 0) throw new OperationalError('there is no result of Locust in the file. Was its log read to the end?')
  /** @type {WorkerResult[]} */
  const all = results
  const connections = all.reduce((sum, { users }) => sum + users, 0)
  return toLoad(all, { path: '/', connections, durationSeconds: 0, expectWorkers: all.length }, lost)
}

/**
 * @param {WorkerResult[]} results
 * @param {Workload} workload
 * @param {number} [lost] number of workers that gave no result
 * @returns {Load}
 */
function toLoad (results, workload, lost = 0) {
  const total = (/** @type {(one: WorkerResult) => number} */ read) => results.reduce((all, one) => all + read(one), 0)
  const answers = results.flatMap(({ statuses }) => Object.entries(statuses))
  const countOf = (/** @type {(status: number) => boolean} */ is) =>
    answers.reduce((all, [status, count]) => (is(Number(status)) ? all + count : all), 0)
  const latencies = new Latencies()
  for (const one of results) {
    for (const [us, count] of Object.entries(one.latencies)) latencies.record(Number(us) / US_PER_MS, count)
  }
  const { latencyMs, latencyHistogram } = latencies.summary()
  const counted = latencies.count
  const seconds = Math.max(...results.map(({ seconds }) => seconds))
  const expects = expectedStatuses(workload)
  return {
    driver: 'locust',
    connections: workload.connections,
    seconds,
    requests: total(({ requests }) => requests),
    requestsPerSecond: total(({ inTime, sendingSeconds }) => inTime / sendingSeconds),
    bytesPerSecond: total(({ bytes }) => bytes) / seconds,
    latencyMs: { ...latencyMs, max: counted ? Math.max(...results.map(({ maxMs }) => maxMs)) : NaN },
    latencyHistogram,
    non2xx: countOf((status) => status < 200 || status > 299),
    expected: countOf((status) => expects.includes(status)),
    errors: total(({ errors }) => errors),
    timeouts: total(({ timeouts }) => timeouts),
    betweenMs:
      total(({ users, sendingSeconds, inTimeMs }) => users * 1000 * sendingSeconds - inTimeMs) /
      total(({ inTime }) => inTime),
    ...(lost > 0 && { lostWorkers: lost }),
    generatorCpuShare: workload.expectWorkers ? 0 : total(({ cpuSeconds }) => cpuSeconds) / seconds,
    generatorUtilization: Math.max(...results.map(({ cpuSeconds, seconds }) => cpuSeconds / seconds))
  }
}

module.exports = { loadFrom, toLoad }
