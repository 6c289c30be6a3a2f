'use strict'

/** @typedef {import('./instrument').Instrument} Instrument */

const LOADERS = {
  doctor: () => require('./doctor'),
  flame: () => require('./flame'),
  '0x': () => require('./zero-x'),
  'cpu-profile': () => require('./cpu-profile'),
  heap: () => require('./heap'),
  waits: () => require('./waits'),
  checkup: () => require('./checkup')
}

/**
 * Instruments by name. Each is loaded on first access, because a run needs only one.
 *
 * @type {Record<string, Instrument>}
 */
module.exports = Object.defineProperties(
  {},
  Object.fromEntries(Object.entries(LOADERS).map(([name, get]) => [name, { get, enumerable: true }]))
)
