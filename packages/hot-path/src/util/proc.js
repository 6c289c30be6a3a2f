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
 * Reads the CPU time of a process or thread. Source: proc_pid_stat(5), fields 14 to 17; the name in field 2 may contain
 * blanks and brackets.
 *
 * @param {string} name path below /proc: `<pid>`, or `<pid>/task/<thread>`
 * @returns {{ userMs: number, systemMs: number, endedMs: number } | null} `endedMs`: CPU time of exited children
 */
function cpuTimesOf (name) {
  const text = readProc(`${name}/stat`)
  if (text === null) return null
  const [user, system, endedUser, endedSystem] = text
    .slice(text.lastIndexOf(') ') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
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

module.exports = { commandLineOf, MS_PER_TICK, cpuTimesOf, readProc, runQueueWaitUs }
