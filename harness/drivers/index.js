'use strict'

const { Fault } = require('../fault')

/**
 * @typedef {object} Driver
 * @property {string} name
 * @property {string} [remedy] how to get it
 * @property {() => boolean} available
 * @property {(address: import('../records').Address, workload: import('../records').Workload,
 *   options?: { onProgress?: (fraction: number) => void }) => Promise<import('../records').Load>} drive
 */

/** @type {Driver[]} */
const drivers = [require('./autocannon'), require('./wrk'), require('./rewrk')]

/**
 * @param {string} name
 * @returns {Driver}
 * @throws {Fault} when there is none, or when it is not installed
 */
function findDriver (name) {
  const driver = drivers.find((driver) => driver.name === name)
  if (!driver) throw new Fault(`there is no driver "${name}". There are: ${drivers.map(({ name }) => name).join(', ')}.`)
  if (!driver.available()) throw new Fault(`${name} is not installed. ${driver.remedy}.`)
  return driver
}

module.exports = { drivers, findDriver }
