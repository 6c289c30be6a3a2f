'use strict'

const os = require('os')
const { MS_PER_TICK, readProc } = require('./proc')

/** @returns {import('../types/pipeline').Machine} description of this machine */
function machine () {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    platform: `${os.platform()} ${os.arch()}`,
    node: process.version
  }
}

/**
 * @typedef {object} CoreTimes times of the cores that this process may use, in ms since boot, summed over these cores
 * @property {number} cores number of these cores
 * @property {number} busyMs
 * @property {number} idleMs
 * @property {number} stolenMs part of `busyMs` that the hypervisor gave to other guests; 0 if unknown
 */

/**
 * Reads times of the cores that this process may use. In a container with a cpuset, or under `taskset`, load on other
 * cores does not affect the process.
 *
 * @returns {CoreTimes}
 */
function coreTimes () {
  return coreTimesIn(readProc('stat') ?? '', readProc('self/status') ?? '') ?? timesOfAllCores()
}

/**
 * Pure. Source: proc_stat(5): `cpu<n>` is followed by user, nice, system, idle, iowait, irq, softirq and steal, in
 * hundredths of a second; proc_pid_status(5): `Cpus_allowed_list`.
 *
 * @param {string} stat text of /proc/stat
 * @param {string} status text of /proc/self/status
 * @returns {CoreTimes | null} null if the texts lack this information
 */
function coreTimesIn (stat, status) {
  const allowed = coresIn(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '')
  const times = { cores: 0, busyMs: 0, idleMs: 0, stolenMs: 0 }
  for (const [, core, numbers] of stat.matchAll(/^cpu(\d+) +(.*)$/gm)) {
    if (!allowed.has(Number(core))) continue
    const [user, nice, system, idle, , irq = 0, , steal = 0] = numbers.split(' ').map(Number)
    times.cores++
    times.busyMs += MS_PER_TICK * (user + nice + system + irq + steal)
    times.idleMs += MS_PER_TICK * idle
    times.stolenMs += MS_PER_TICK * steal
  }
  return times.cores > 0 && Number.isFinite(times.busyMs + times.idleMs) ? times : null
}

/**
 * @param {string} list cores in Linux format: `0-3,8`
 * @returns {Set<number>}
 */
function coresIn (list) {
  const cores = new Set()
  for (const [, first, last = first] of list.matchAll(/(\d+)(?:-(\d+))?/g)) {
    for (let core = Number(first); core <= Number(last); core++) cores.add(core)
  }
  return cores
}

/** @returns {CoreTimes} times of all cores, for systems without /proc */
function timesOfAllCores () {
  const cpus = os.cpus()
  const times = { cores: cpus.length, busyMs: 0, idleMs: 0, stolenMs: 0 }
  for (const { times: { user, nice, sys, irq, idle } } of cpus) {
    times.busyMs += user + nice + sys + irq
    times.idleMs += idle
  }
  return times
}

module.exports = { coreTimes, coreTimesIn, machine }
