'use strict'

const os = require('os')
const { MS_PER_TICK, readProc } = require('./proc')

/** @returns {import('../types/pipeline').Machine} where we are */
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
 * @typedef {object} CoreTimes of the cores that this process may use, since the machine started
 * @property {number} cores how many they are
 * @property {number} busyMs of all of them together
 * @property {number} idleMs
 * @property {number} stolenMs the part of `busyMs` that the hypervisor gave to others; 0 where the system does not tell
 */

/**
 * Only of the cores that this process may use: in a container with a cpuset, or under `taskset`, what happens on the
 * other cores takes nothing from it.
 *
 * @returns {CoreTimes}
 */
function coreTimes () {
  return coreTimesIn(readProc('stat') ?? '', readProc('self/status') ?? '') ?? timesOfAllCores()
}

/**
 * Pure. Source: proc_stat(5): behind `cpu<n>` stand user, nice, system, idle, iowait, irq, softirq and steal, in
 * hundredths of a second; proc_pid_status(5): `Cpus_allowed_list`.
 *
 * @param {string} stat text of /proc/stat
 * @param {string} status text of /proc/self/status
 * @returns {CoreTimes | null} null where they do not tell
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
 * @param {string} list as Linux writes it: `0-3,8`
 * @returns {Set<number>}
 */
function coresIn (list) {
  const cores = new Set()
  for (const [, first, last = first] of list.matchAll(/(\d+)(?:-(\d+))?/g)) {
    for (let core = Number(first); core <= Number(last); core++) cores.add(core)
  }
  return cores
}

/** @returns {CoreTimes} where there is no /proc */
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
