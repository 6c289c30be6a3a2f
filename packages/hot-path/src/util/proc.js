'use strict'

// What Linux tells in /proc. Other systems have none, and a process may end while it is read: then all of it is null.

const fs = require('fs')

/** Of the times in /proc: the same on every Linux that Node runs on. */
const MS_PER_TICK = 10

/**
 * @param {string} name below /proc: `stat`, `self/status`
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
 * CPU time of a process or of one of its threads. Source: proc_pid_stat(5), fields 14 to 17; the name in field 2 may
 * have blanks and brackets.
 *
 * @param {string} name below /proc: `<pid>`, or `<pid>/task/<thread>`
 * @returns {{ userMs: number, systemMs: number, endedMs: number } | null} `endedMs`: of its children that have ended
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
 * @param {string} name below /proc: `<pid>` (its main thread), or `<pid>/task/<thread>`
 * @returns {number | null} how long it was ready to run and had to wait for a CPU, microseconds. Source:
 *   sched-stats.rst
 */
function runQueueWaitUs (name) {
  const waitedNs = Number(readProc(`${name}/schedstat`)?.split(' ')[1] ?? NaN)
  return Number.isFinite(waitedNs) ? waitedNs / 1000 : null
}

module.exports = { MS_PER_TICK, cpuTimesOf, readProc, runQueueWaitUs }
