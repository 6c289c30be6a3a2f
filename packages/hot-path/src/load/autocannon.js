'use strict'

const { originOf } = require('../process/address')
const { ClosedLoop } = require('./closed-loop')
const { hasIds, sequenceOf } = require('./requests')
const { conditions } = require('./workload')
const { Workers } = require('./workers')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Workload} Workload */

/**
 * Opens autocannon's connections to a server, in this thread or distributed over worker threads.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @returns {Promise<import('../types/load').Generator>}
 */
async function open (address, workload) {
  const Loop = (workload.workers ?? 1) > 1 ? Workers : ClosedLoop
  const loop = new Loop(address, workload, await conditions(address, workload))
  await loop.opened()
  return loop
}

/**
 * Runs the complete autocannon program, for its results table, which excludes the requests in flight at the end.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @param {import('../types/load').Listeners} [options]
 * @returns {Promise<import('autocannon').Result>}
 */
async function run (address, workload, { onProgress = () => {} } = {}) {
  const requests = sequenceOf(workload)
  const autocannon = require('autocannon') // the complete program, needed only here
  /** @type {any} both a promise and an event emitter, which its types do not declare */
  const instance = autocannon({
    url: originOf(address) + workload.path,
    connections: workload.connections,
    duration: workload.durationSeconds,
    headers: await conditions(address, workload),
    requests: /** @type {any} its types do not declare all methods */ (requests),
    idReplacement: requests.some(hasIds),
    // If error responses are expected, latency is that of the other responses. A 304 is not an error response.
    excludeErrorStats: workload.expects !== undefined && !workload.revalidate
  })
  let seconds = 0
  instance.on('tick', () => onProgress(Math.min(1, ++seconds / workload.durationSeconds)))
  return instance
}

module.exports = {
  name: 'autocannon',
  available: () => true,
  can: (/** @type {Partial<Workload>} */ { pace }) => !pace,
  open,
  run
}
