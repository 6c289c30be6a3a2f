'use strict'

// Keeps servers on one core: each move to another costs them their caches. Linux only.

const { spawnSync } = require('child_process')
const { availableParallelism } = require('os')
const { lastCoreOf } = require('../util/proc')

/**
 * Restricts the main threads of several servers to one core, the same for all. Their other threads keep all cores, but
 * threads and processes that a main thread starts later inherit the restriction.
 *
 * @param {{ pid?: number, started: import('../agent/started').Started }[]} servers
 * @returns {number | null} the core; null if they are not restricted: a server has worker threads or child processes,
 *   there is a single core, or the program `taskset` is missing
 */
function shareOneCore (servers) {
  const pids = servers.flatMap(({ pid = [] }) => pid)
  const hasOthers = servers.some(({ started }) => started.processes + started.threads > 0)
  if (hasOthers || availableParallelism() === 1) return null
  const core = lastCoreOf(pids[0])
  return core !== null && pids.every((pid) => keepOnCore(pid, core)) ? core : null
}

/**
 * Restricts the main thread of a process to one core. Its other threads keep all cores; threads and processes that the
 * main thread starts later inherit the restriction.
 *
 * @param {number} pid
 * @param {number} core
 * @returns {boolean} whether it is restricted: not without the program `taskset` (util-linux, BusyBox)
 */
function keepOnCore (pid, core) {
  const mask = (1n << BigInt(core)).toString(16) // not every BusyBox knows lists of cores
  return spawnSync('taskset', ['-p', mask, String(pid)]).status === 0
}

module.exports = { keepOnCore, shareOneCore }
