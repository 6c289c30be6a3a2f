'use strict'

const { OperationalError } = require('../util/errors')
const builtIn = require('./built-in')
const paced = require('./constant-rate')
const locust = require('./locust')
const wrk = require('./wrk')

/** @typedef {import('../types/load').Listeners} Listeners */
/** @typedef {import('../types/load').Driver} Driver */

/** @type {Driver[]} the default driver first */
const drivers = [builtIn, wrk, locust]

/**
 * @param {string} name `any`: the installed driver that uses the least CPU
 * @param {Partial<import('../types/pipeline').Workload>} [workload]
 * @returns {Driver} the driver of that name, or another one if it does not support the workload
 * @throws {OperationalError} if there is no such driver, or it is not installed
 */
function findDriver (name, workload = {}) {
  const driver = name === 'any' ? cheapest() : drivers.find((driver) => driver.name === name)
  if (!driver) {
    throw new OperationalError(
      `there is no driver ${JSON.stringify(name)}. Choose one of: ${drivers.map(({ name }) => name).join(', ')}.`
    )
  }
  if (!driver.available()) throw new OperationalError(`${name} is not installed. ${driver.remedy}.`)
  return [driver, builtIn, paced].find(({ can }) => can(workload)) ?? driver
}

/**
 * Runs one load on a server.
 *
 * @param {Driver} driver
 * @param {import('../types/pipeline').Address} address
 * @param {import('../types/pipeline').Workload} workload
 * @param {Listeners} [listeners]
 * @returns {Promise<import('../types/pipeline').Load>}
 * @throws {OperationalError} if the driver's program fails, or the system has no more sockets
 */
async function drive (driver, address, workload, listeners) {
  const generator = await driver.open(address, workload, listeners)
  const close = () => generator.close()
  listeners?.signal?.addEventListener('abort', close)
  try {
    return await generator.load(workload.durationSeconds, listeners)
  } finally {
    generator.close()
    listeners?.signal?.removeEventListener('abort', close)
  }
}

/** @returns {Driver} wrk if installed: it is written in C, and uses less CPU per request */
function cheapest () {
  return wrk.available() ? wrk : builtIn
}

module.exports = { drive, drivers, findDriver }
