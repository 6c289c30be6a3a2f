'use strict'

const { drive, findDriver } = require('../load/drivers')
const { AttachedSubject } = require('../process/attach/subject')

/**
 * Splits the load for an instrument that profiles only a part of it.
 *
 * @param {import('../process/subject').RunningSubject | import('../process/attach/subject').AttachedSubject} running
 * @param {import('../types/pipeline').Workload} workload
 * @param {(fraction: number) => void} onProgress
 * @returns {(share: number) => Promise<any>} applies the load for that share (0-1) of its duration; with an attached
 *   process, observes its traffic for as long
 */
function shareOfLoad (running, workload, onProgress) {
  if (running instanceof AttachedSubject) return (share) => running.traffic(share * workload.durationSeconds)
  const driver = findDriver('built-in', workload)
  return function (share) {
    const durationSeconds = share * workload.durationSeconds
    return running.whileAlive(drive(driver, running.address, { ...workload, durationSeconds }, { onProgress }))
  }
}

module.exports = { shareOfLoad }
