'use strict'

const { findingsOf } = require('../checkup/findings')
const { watchLoad } = require('../checkup/watch')
const { toWindow } = require('../checkup/window')
const { drive, findDriver } = require('../load/drivers')

/** @typedef {import('./instrument').Instrument} Instrument */

/**
 * Makes an instrument that also judges the load which it applies: a second opinion that costs no second load. What only
 * further loads show is missing: memory that grows, and source locations.
 *
 * @param {Instrument} instrument that runs the server under a tool, such as Clinic Doctor
 * @returns {Instrument} the same, whose record has `findings`
 */
function withFindings (instrument) {
  return {
    ...instrument,
    async watch (running, workload, { onProgress }) {
      const driver = findDriver('built-in', workload)
      const found = await watchLoad(running, workload, (listeners) =>
        drive(driver, running.address, workload, { ...listeners, onProgress })
      )
      return { load: found.load, found }
    },
    async read (directory, subject, circumstances) {
      const finding = await instrument.read(directory, subject, circumstances)
      return { ...finding, findings: findingsOf(toWindow(circumstances.found)) }
    }
  }
}

module.exports = { withFindings }
