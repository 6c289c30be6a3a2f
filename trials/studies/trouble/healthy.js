'use strict'

// `attach <pid> stalls` of three healthy servers at the same time: stalls, and the CPU time that the watch costs.

const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { LONGER_THAN_MS, NODE, SERVERS } = require('./judged')
const { attachTo, load, meter, withServer } = require('./processes')
const { kept } = require('./stalls')

const NAMES = ['json', 'framework', 'computes']
const MINUTES = 10
const MINUTE_SECONDS = 60
const WARM_UP_SECONDS = 10
const ALONE_SECONDS = 30
// The load lasts a moment longer than the watch, which takes a moment to begin.
const SPARE_SECONDS = 3
const REQUESTS_PER_SECOND = 200
// Three programs that start at once would take both cores from the servers: a stall, but not one of theirs.
const APART_MS = 3000

/** @typedef {{ minute: number, servers: HealthyServer[] }} HealthyTrial */
/**
 * @typedef {{ name: string, aloneCores: number, watchedCores: number, hotPathCores: number, stalls:
 *   import('./judged').Stall[] }} HealthyServer CPU use of the server without and with the watch, and
 *   of hot-path
 */

function wanted () {
  return Array.from({ length: MINUTES }, (_, i) => ({ minute: i + 1 }))
}

/** @param {{ minute: number }} trial */
async function tried ({ minute }) {
  const trials = NAMES.map(async function (name, i) {
    await wait(i * APART_MS)
    return measured(name, minute % 2 === 0)
  })
  return { servers: await Promise.all(trials) }
}

/**
 * @param {string} name
 * @param {boolean} isWatchedFirst
 * @returns {Promise<HealthyServer>}
 */
async function measured (name, isWatchedFirst) {
  return withServer(NODE, [path.join(SERVERS, 'healthy', `${name}.js`)], async function (server) {
    await load(server, { durationSeconds: WARM_UP_SECONDS, requestsPerSecond: REQUESTS_PER_SECOND })
    const before = isWatchedFirst ? null : await alone(server)
    const watch = await watched(server)
    return { name, ...(before ?? await alone(server)), ...watch }
  })
}

/** @param {import('./processes').Server} server */
async function alone (server) {
  const cores = meter(server.pid)
  await load(server, { durationSeconds: ALONE_SECONDS, requestsPerSecond: REQUESTS_PER_SECOND })
  return { aloneCores: cores() }
}

/** @param {import('./processes').Server} server */
async function watched (server) {
  const args = ['stalls', `--longer-than=${LONGER_THAN_MS}`, `--duration=${MINUTE_SECONDS}`]
  let [coresOfServer, coresOfHotPath] = [() => NaN, () => NaN]
  const watch = attachTo(NODE, server.pid, args, function (pid) {
    coresOfServer = meter(server.pid)
    coresOfHotPath = meter(pid)
  }).then(function ({ record, error }) {
    if (error) throw new Error(error)
    return { watchedCores: coresOfServer(), hotPathCores: coresOfHotPath(), stalls: record.stalls.map(kept) }
  })
  await load(server, { durationSeconds: MINUTE_SECONDS + SPARE_SECONDS, requestsPerSecond: REQUESTS_PER_SECOND })
  return watch
}

module.exports = { tried, wanted }
