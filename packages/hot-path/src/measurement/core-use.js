'use strict'

// Measures which processes use the machine's cores.

const { performance } = require('perf_hooks')
const { coreTimes } = require('../util/machine')
const { usageOf } = require('../process/process-tree')

/** @typedef {import('../types/verdict').CoreUse} CoreUse */

/**
 * @typedef {object} Look counters of CPU time in ms; `atMs`: when they were read
 * @property {number} atMs
 * @property {number} machineCores cores that this process may use
 * @property {number} busyMs of all these cores, including the time that the hypervisor took
 * @property {number} stolenMs time that the hypervisor took
 * @property {number} generatorMs of this process, the load generator
 * @property {number | null} subjectMs of the server and its descendants; null after it has ended
 */

/**
 * Starts measuring which processes use the cores.
 *
 * @param {number | undefined} pid of the server, or of the instrument around it
 * @returns {(endedMs?: number) => CoreUse | null} returns the use since the start; null if it is unknown, or the server
 *   has ended. `endedMs`: CPU time of processes of the load generator that have ended
 */
function watchCores (pid) {
  const before = look(pid)
  return function (endedMs = 0) {
    const after = look(pid)
    return coreUseBetween(before, { ...after, generatorMs: after.generatorMs + endedMs })
  }
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
 * Pure. The kernel's network work (softirq) is excluded from the busy time, because not every kernel charges it to a
 * process. The use by other processes may be slightly higher than reported, never lower.
 *
 * @param {Look} before
 * @param {Look} after
 * @returns {CoreUse | null} null if the system does not report CPU times, or the server has ended
 */
function coreUseBetween (before, after) {
  const elapsedMs = after.atMs - before.atMs
  if (before.subjectMs === null || after.subjectMs === null || !(elapsedMs > 0)) return null
  const cores = (/** @type {number} */ ms) => Math.max(0, ms) / elapsedMs
  const busyMs = after.busyMs - before.busyMs
  const generatorMs = after.generatorMs - before.generatorMs
  const subjectMs = after.subjectMs - before.subjectMs
  if (!(busyMs > 0)) return null // counters that the system hides (as some containers do) read zero
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
 * Starts measuring the CPU use of other programs: everything except this process and its descendants.
 *
 * @returns {() => number} returns their share of all cores since the start, 0-1; NaN if the system does not report it
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
