'use strict'

const { drive, findDriver } = require('../load/drivers')
const { AttachedSubject } = require('../process/attach')

/**
 * For an instrument that divides the load: some of it before it looks, some while it does.
 *
 * @param {import('../process/subject').RunningSubject | import('../process/attach').AttachedSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {(fraction: number) => void} onProgress
 * @returns {(share: number) => Promise<any>} puts on that share (0-1) of its duration; of a process that was there
 *   before, lets the traffic of others pass for so long
 */
function shareOfLoad (running, workload, onProgress) {
  if (running instanceof AttachedSubject) return (share) => running.traffic(share * workload.durationSeconds)
  const driver = findDriver('autocannon', workload)
  return function (share) {
    const durationSeconds = share * workload.durationSeconds
    return running.whileAlive(drive(driver, running.address, { ...workload, durationSeconds }, { onProgress }))
  }
}

module.exports = { shareOfLoad }
