'use strict'

const { drive, findDriver } = require('../../load/drivers')

/**
 * For an instrument that divides the load: some of it before it looks, some while it does.
 *
 * @param {import('../../process/subject').RunningSubject} running
 * @param {import('../../records').Workload} workload
 * @param {(fraction: number) => void} onProgress
 * @returns {(share: number) => Promise<import('../../records').Load>} puts on that share (0-1) of its duration
 */
function shareOfLoad (running, workload, onProgress) {
  const driver = findDriver('autocannon', workload)
  return function (share) {
    const durationSeconds = share * workload.durationSeconds
    return running.whileAlive(drive(driver, running.address, { ...workload, durationSeconds }, { onProgress }))
  }
}

module.exports = { shareOfLoad }
