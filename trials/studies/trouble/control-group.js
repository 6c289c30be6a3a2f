'use strict'

// A control group with a CPU quota. Source: cgroups(7).

const fs = require('fs')
const path = require('path')

const PERIOD_US = 100_000
const ENDED_WITHIN_MS = 2000
const AGAIN_MS = 50
const NAME = 'hot-path-trouble-study'
const VERSIONS = [
  { version: 1, root: '/sys/fs/cgroup/cpu', file: 'cpu.cfs_quota_us', limit: (/** @type {number} */ us) => String(us) },
  { version: 2, root: '/sys/fs/cgroup', file: 'cpu.max', limit: (/** @type {number} */ us) => `${us} ${PERIOD_US}` }
]

/** @typedef {{ folder: string, version: number }} ControlGroup */

/**
 * @template T
 * @param {number} cores quota
 * @param {(group: ControlGroup) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws {Error} if control groups cannot be written
 */
async function withQuota (cores, work) {
  const group = groupWith(cores * PERIOD_US)
  const removed = () => remove(group.folder)
  process.once('exit', removed)
  try {
    return await work(group)
  } finally {
    process.off('exit', removed)
    removed()
  }
}

/**
 * @param {number} quotaUs CPU time per period
 * @returns {ControlGroup}
 */
function groupWith (quotaUs) {
  for (const { version, root, file, limit } of VERSIONS) {
    const folder = path.join(root, NAME)
    try {
      if (!fs.existsSync(folder)) fs.mkdirSync(folder)
      fs.writeFileSync(path.join(folder, file), limit(quotaUs), { flag: 'r+' }) // fails in another file system
      return { folder, version }
    } catch {
      if (fs.existsSync(folder)) fs.rmdirSync(folder)
    }
  }
  throw new Error('control groups with a CPU quota cannot be written here: run as root')
}

/**
 * Removes a group. Processes that are still in it are moved to the group above.
 *
 * @param {string} folder
 * @throws {Error} if processes that have just ended keep it for long
 */
function remove (folder) {
  for (let leftMs = ENDED_WITHIN_MS; fs.existsSync(folder); leftMs -= AGAIN_MS) {
    try {
      const pids = fs.readFileSync(path.join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean)
      for (const pid of pids) fs.writeFileSync(path.join(folder, '../cgroup.procs'), pid)
      fs.rmdirSync(folder)
    } catch (err) {
      if (leftMs <= 0) throw err
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AGAIN_MS) // also while this process exits
    }
  }
}

module.exports = { withQuota }
