'use strict'

const { OperationalError } = require('../util/errors')
const autocannon = require('./autocannon')
const paced = require('./constant-rate')

/**
 * @typedef {object} Listeners
 * @property {(fraction: number) => void} [onProgress]
 * @property {(latencyMs: number, status: number) => void} [onAnswer] each answer; neither programs beside us (wrk) nor
 *   worker threads tell
 * @property {AbortSignal} [signal] ends the load
 */

/**
 * @typedef {object} Generator of load, on one server
 * @property {(durationSeconds: number, listeners?: Listeners) => Promise<import('../types/pipeline').Load>} load
 * @property {() => void} close its connections, where they stay open between loads
 */

/**
 * @typedef {object} Driver
 * @property {string} name
 * @property {string} [remedy] how to get it
 * @property {() => boolean} available
 * @property {boolean} [wholeUrl] asks as one asks a proxy: `GET http://host/path`
 * @property {number} [wholeSeconds] a load lasts a multiple of so many seconds
 * @property {(workload: Partial<import('../types/pipeline').Workload>) => boolean} can whether it can put on that load
 * @property {(address: import('../types/pipeline').Address, workload: import('../types/pipeline').Workload) =>
 *   Promise<Generator>}
 *   open
 */

/** @type {Driver[]} the usual one first */
const drivers = [autocannon, require('./wrk'), require('./rewrk')]
const PROGRAMS = drivers.slice(1) // in any other language, a request costs the generator less CPU

/**
 * @param {string} name `any`: the one that takes least CPU, of those that are installed
 * @param {Partial<import('../types/pipeline').Workload>} [workload]
 * @returns {Driver} of that name; or the one that can put on that load, where it cannot
 * @throws {OperationalError} when there is none, when it is not installed, or when it cannot send these requests
 */
function findDriver (name, workload = {}) {
  const driver = name === 'any' ? thriftiest() : drivers.find((driver) => driver.name === name)
  if (!driver) {
    throw new OperationalError(
      `there is no driver ${JSON.stringify(name)}. There are: ${drivers.map(({ name }) => name).join(', ')}.`
    )
  }
  if (!driver.available()) throw new OperationalError(`${name} is not installed. ${driver.remedy}.`)
  const able = [driver, autocannon, paced].find(({ can }) => can(workload)) ?? driver
  if (workload.requests && able === autocannon && driver !== autocannon && name !== 'any') {
    throw new OperationalError(`${name} sends nothing but GET to one path. Use --driver=autocannon or --driver=wrk.`)
  }
  return able
}

/**
 * Puts one load on a server.
 *
 * @param {Driver} driver
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @param {Listeners} [listeners]
 * @returns {Promise<import('../types/pipeline').Load>}
 * @throws {OperationalError} when the driver's program fails, or the system has no more sockets
 */
async function drive (driver, address, workload, listeners) {
  const generator = await driver.open(address, workload)
  const close = () => generator.close()
  listeners?.signal?.addEventListener('abort', close)
  try {
    return await generator.load(workload.durationSeconds, listeners)
  } finally {
    generator.close()
    listeners?.signal?.removeEventListener('abort', close)
  }
}

/** @returns {Driver} */
function thriftiest () {
  return PROGRAMS.find((driver) => driver.available()) ?? autocannon
}

module.exports = { drive, drivers, findDriver }
