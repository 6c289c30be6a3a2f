'use strict'

// Who took the cores of the machine while something ran.

const { performance } = require('perf_hooks')
const { coreTimes } = require('../util/machine')
const { usageOf } = require('../process/process-tree')

/** @typedef {import('../types/verdict').CoreUse} CoreUse */

/**
 * @typedef {object} Look counters in ms of CPU since the beginning; `atMs` by the clock
 * @property {number} atMs
 * @property {number} machineCores that this process may use
 * @property {number} busyMs of all cores together, what the hypervisor took included
 * @property {number} stolenMs what the hypervisor took
 * @property {number} generatorMs this process, which puts the load on
 * @property {number | null} subjectMs the subject and all that it has started; null where it has ended
 */

/**
 * Begins to look at who takes the cores.
 *
 * @param {number | undefined} pid of the subject, or of the instrument around it
 * @returns {() => CoreUse | null} who has taken them since; null where the subject has ended
 */
function watchCores (pid) {
  const before = look(pid)
  return () => coreUseBetween(before, look(pid))
}

/**
 * @param {number | undefined} pid
 * @returns {Look}
 */
function look (pid) {
  const { cores, busyMs, stolenMs } = coreTimes()
  const { user, system } = process.cpuUsage()
  return {
    atMs: performance.now(),
    machineCores: cores,
    busyMs,
    stolenMs,
    generatorMs: (user + system) / 1000,
    subjectMs: usageOf(pid)?.cpuMs ?? null
  }
}

/**
 * Pure. The kernel's own work for the network (softirq) is left out of what all cores did, because not every kernel
 * charges it to a process: so others may have taken a little more than is said here, and not less.
 *
 * @param {Look} before
 * @param {Look} after
 * @returns {CoreUse | null} null where the system does not tell, or the subject has ended
 */
function coreUseBetween (before, after) {
  const elapsedMs = after.atMs - before.atMs
  if (before.subjectMs === null || after.subjectMs === null || !(elapsedMs > 0)) return null
  const cores = (/** @type {number} */ ms) => Math.max(0, ms) / elapsedMs
  const busyMs = after.busyMs - before.busyMs
  const generatorMs = after.generatorMs - before.generatorMs
  const subjectMs = after.subjectMs - before.subjectMs
  if (!(busyMs > 0)) return null // a system that hides its counters (some containers do) shows zeros
  return {
    machine: after.machineCores,
    subject: cores(subjectMs),
    generator: cores(generatorMs),
    others: cores(busyMs - generatorMs - subjectMs),
    stolen: cores(after.stolenMs - before.stolenMs),
    idle: Math.max(0, after.machineCores - cores(busyMs))
  }
}

/**
 * Begins to look at what other programs take: all that was neither done by this process nor by anything that it
 * started.
 *
 * @returns {() => number} share of all cores since, 0-1; NaN where the system does not tell
 */
function watchOthers () {
  const before = coreTimes()
  const ownMs = usageOf(process.pid)?.cpuMs ?? NaN
  return function () {
    const after = coreTimes()
    const busyMs = after.busyMs - before.busyMs
    const idleMs = after.idleMs - before.idleMs
    return Math.max(0, busyMs - ((usageOf(process.pid)?.cpuMs ?? NaN) - ownMs)) / (busyMs + idleMs)
  }
}

module.exports = { coreUseBetween, watchCores, watchOthers }
