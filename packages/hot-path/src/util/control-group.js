'use strict'

// Reads the CPU quota and the memory limit of a process's control groups, as containers set them. Sources: cgroups(7);
// Linux kernel, Documentation/admin-guide/cgroup-v2.rst, "CPU" and "Memory"; of version 1,
// Documentation/scheduler/sched-bwc.rst and Documentation/admin-guide/cgroup-v1/memory.rst.

const fs = require('fs')
const path = require('path')

// Folders of a controller: of version 1, and of version 2, alone or beside version 1.
const FOLDERS = { cpu: ['cpu', 'cpu,cpuacct'], memory: ['memory'] }
const FOLDERS_2 = ['', 'unified']
// Version 1 has a number that no machine has if there is no limit.
const NO_LIMIT_BYTES = 2 ** 60

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
  const folders = pid === undefined ? [] : groupsOf(pid, 'cpu', root).filter((folder) => quotaIn(folder) !== null)
  return function () {
    const quotas = folders.flatMap((folder) => quotaIn(folder) ?? [])
    return quotas.sort((a, b) => a.cores - b.cores)[0] ?? null
  }
}

/**
 * @param {number | undefined} pid
 * @param {string} [root] folder that contains `proc` and `sys`
 * @returns {number | null} the smallest memory limit of its groups, in bytes; null if none has one
 */
function memoryLimitOf (pid, root = '/') {
  const folders = pid === undefined ? [] : groupsOf(pid, 'memory', root)
  const limits = folders
    .map((folder) => Number(read(path.join(folder, 'memory.max')) ?? read(path.join(folder, 'memory.limit_in_bytes'))))
    .filter((bytes) => bytes > 0 && bytes < NO_LIMIT_BYTES) // `max`, or that number, if there is no limit
  return limits.length > 0 ? Math.min(...limits) : null
}

/**
 * @param {number} pid
 * @param {keyof typeof FOLDERS} controller
 * @param {string} root
 * @returns {string[]} folders of its groups with that controller, with the groups around them
 */
function groupsOf (pid, controller, root) {
  const lines = (read(path.join(root, 'proc', String(pid), 'cgroup')) ?? '').split('\n')
  return lines.flatMap(function (line) {
    const [id, controllers = '', group] = line.split(/:(.*?):(.*)/)
    const isVersion2 = id === '0' && controllers === ''
    if (!group || !(isVersion2 || controllers.split(',').includes(controller))) return []
    return (isVersion2 ? FOLDERS_2 : FOLDERS[controller]).flatMap((name) => {
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

module.exports = { memoryLimitOf, quotaOf }
