'use strict'

const { ClosedLoop } = require('./closed-loop')
const { conditions } = require('./workload')

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Workload} Workload */

/**
 * Opens the connections to a server.
 *
 * @param {Address} address
 * @param {Workload} workload
 * @returns {Promise<import('../types/load').Generator>}
 */
async function open (address, workload) {
  const loop = new ClosedLoop(address, workload, await conditions(address, workload))
  await loop.opened()
  return loop
}

module.exports = {
  name: 'built-in',
  available: () => true,
  can: (/** @type {Partial<Workload>} */ { pace }) => !pace,
  open
}
