'use strict'

// Reads the CPU quota of a process's control groups, as containers set it. Sources: cgroups(7); Linux kernel,
// Documentation/admin-guide/cgroup-v2.rst, "CPU", and Documentation/scheduler/sched-bwc.rst (version 1).

const fs = require('fs')
const path = require('path')

const FOLDERS = [['cpu', 'cpu,cpuacct'], ['', 'unified']] // version 1; version 2, alone or beside version 1

/**
 * @typedef {object} Quota
 * @property {number} cores cores' worth of CPU time that the group may use
 * @property {number} periods periods in which the group ran, since it was created
 * @property {number} throttledPeriods those in which it used up its quota, and was stopped until the next one
 */

/**
 * @param {number | undefined} pid
 * @param {string} [root] folder that contains `proc` and `sys`
 * @returns {() => Quota | null} reads the smallest quota of the groups that have one now; null if none has
 */
function quotaOf (pid, root = '/') {
  // It is read ten times per second, and most groups have no quota.
  const folders = pid === undefined ? [] : groupsOf(pid, root).filter((folder) => quotaIn(folder) !== null)
  return function () {
    const quotas = folders.flatMap((folder) => quotaIn(folder) ?? [])
    return quotas.sort((a, b) => a.cores - b.cores)[0] ?? null
  }
}

/**
 * @param {number} pid
 * @param {string} root
 * @returns {string[]} folders of its CPU groups, with the groups around them
 */
function groupsOf (pid, root) {
  const lines = (read(path.join(root, 'proc', String(pid), 'cgroup')) ?? '').split('\n')
  return lines.flatMap(function (line) {
    const [id, controllers = '', group] = line.split(/:(.*?):(.*)/)
    const isVersion2 = id === '0' && controllers === ''
    if (!group || !(isVersion2 || controllers.split(',').includes('cpu'))) return []
    return FOLDERS[isVersion2 ? 1 : 0].flatMap((name) => {
      const mounted = path.join(root, 'sys/fs/cgroup', name)
      return around(group).map((one) => path.join(mounted, one))
    })
  })
}

/**
 * @param {string} group `/pods/web`
 * @returns {string[]} `/pods/web`, `/pods`, `/`; the last alone if the group is outside the namespace of this process
 */
function around (group) {
  if (group.includes('..')) return ['/']
  const parts = group.split('/').filter(Boolean)
  return [...parts.keys(), parts.length].reverse().map((count) => `/${parts.slice(0, count).join('/')}`)
}

/**
 * @param {string} folder of a group
 * @returns {Quota | null} null if it has no quota
 */
function quotaIn (folder) {
  const stat = read(path.join(folder, 'cpu.stat'))
  const [quota, period] = read(path.join(folder, 'cpu.max'))?.split(' ') ?? [
    read(path.join(folder, 'cpu.cfs_quota_us')),
    read(path.join(folder, 'cpu.cfs_period_us'))
  ]
  const cores = Number(quota) / Number(period) // `max`, or -1, if there is no quota
  if (stat === null || quota === null || !(cores > 0)) return null
  const count = (/** @type {string} */ name) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0)
  return { cores, periods: count('nr_periods'), throttledPeriods: count('nr_throttled') }
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function read (file) {
  try {
    return fs.readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

module.exports = { quotaOf }
