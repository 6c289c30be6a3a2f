'use strict'

// Reads /proc on Linux. Results are null on other systems, and if the process exits while it is read.

const fs = require('fs')

/** Tick of the times in /proc, in ms: the same on every Linux that Node runs on. */
const MS_PER_TICK = 10

/**
 * @param {string} name path below /proc: `stat`, `self/status`
 * @returns {string | null}
 */
function readProc (name) {
  try {
    return fs.readFileSync(`/proc/${name}`, 'utf8')
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {string[]} its command line: the program, and its arguments; empty if it cannot be read
 */
function commandLineOf (pid) {
  return (readProc(`${pid}/cmdline`) ?? '').split('\0').slice(0, -1)
}

/**
 * @param {string} name path below /proc: `<pid>`, or `<pid>/task/<thread>`
 * @returns {string[] | null} fields 3 to the last of its `stat`: the name in field 2 may contain blanks and brackets
 */
function statOf (name) {
  const text = readProc(`${name}/stat`)
  return text === null ? null : text.slice(text.lastIndexOf(') ') + 2).split(' ')
}

/**
 * @param {number} pid
 * @returns {number | null} core on which its main thread ran last. Source: proc_pid_stat(5), field 39
 */
function lastCoreOf (pid) {
  const core = Number(statOf(String(pid))?.[36] ?? NaN)
  return Number.isInteger(core) ? core : null
}

/**
 * Reads the CPU time of a process or thread. Source: proc_pid_stat(5), fields 14 to 17.
 *
 * @param {string} name path below /proc: `<pid>`, or `<pid>/task/<thread>`
 * @returns {{ userMs: number, systemMs: number, endedMs: number } | null} `endedMs`: CPU time of exited children
 */
function cpuTimesOf (name) {
  const fields = statOf(name)
  if (fields === null) return null
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return {
    userMs: MS_PER_TICK * user,
    systemMs: MS_PER_TICK * system,
    endedMs: MS_PER_TICK * (endedUser + endedSystem)
  }
}

/**
 * @param {string} name path below /proc: `<pid>` (its main thread), or `<pid>/task/<thread>`
 * @returns {number | null} time spent runnable but waiting for a CPU, in µs. Source: sched-stats.rst
 */
function runQueueWaitUs (name) {
  const waitedNs = Number(readProc(`${name}/schedstat`)?.split(' ')[1] ?? NaN)
  return Number.isFinite(waitedNs) ? waitedNs / 1000 : null
}

/**
 * @param {number} pid
 * @returns {{ files: Record<string, number>, sockets: number, others: number, limit: number } | null} its open file
 *   descriptors: those of files, by path; of sockets; of pipes, event queues and so on. `limit`: how many it may open
 */
function openDescriptors (pid) {
  const targets = descriptorTargets(pid)
  if (!targets) return null
  /** @type {Record<string, number>} */
  const files = {}
  let sockets = 0
  let others = 0
  for (const { target } of targets) {
    if (target.startsWith('socket:')) sockets++
    else if (target.startsWith('/')) files[target] = (files[target] ?? 0) + 1
    else others++
  }
  const limit = Number(/^Max open files\s+(\d+)/m.exec(readProc(`${pid}/limits`) ?? '')?.[1] ?? Infinity)
  return { files, sockets, others, limit }
}

/**
 * @param {number} pid
 * @returns {{ fd: string, target: string }[] | null} its open file descriptors, and what they refer to
 */
function descriptorTargets (pid) {
  const folder = `/proc/${pid}/fd`
  try {
    return fs.readdirSync(folder).map((fd) => ({ fd, target: linkOf(`${folder}/${fd}`) }))
  } catch {
    return null
  }
}

/**
 * @param {string} link
 * @returns {string} what it refers to; empty if it cannot be read
 */
function linkOf (link) {
  try {
    return fs.readlinkSync(link)
  } catch {
    return ''
  }
}

module.exports = {
  commandLineOf,
  MS_PER_TICK,
  cpuTimesOf,
  descriptorTargets,
  lastCoreOf,
  linkOf,
  openDescriptors,
  readProc,
  runQueueWaitUs
}
