'use strict'

// What a process, and everything that it has started, takes of the machine, seen from outside.

const { execFileSync } = require('child_process')
const fs = require('fs')

const CLOCK_TICKS_PER_SECOND = 100 // of /proc: fixed on every Linux that Node runs on
const SECONDS = [1, 60, 3600, 86_400] // of the parts of a time, from the right

/**
 * @typedef {{ processes: number, cpuMs: number, rssBytes: number }} Usage `cpuMs` since they began, with that of their
 *   children that have ended, where the system tells; `rssBytes`: pages that several share count for each
 */

/**
 * @param {number | undefined} pid
 * @returns {Usage | null} of the process and all that it has started; null when it has gone
 */
function usageOf (pid) {
  if (pid === undefined) return null
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid, table())
}

/**
 * @param {number | undefined} pid
 * @returns {Usage | null} of all that the process has started, without itself; null when it has gone
 */
function usageBelow (pid) {
  if (pid === undefined) return null
  const nothing = { processes: 0, cpuMs: 0, rssBytes: 0 }
  if (process.platform === 'linux') return cpuMsOf(pid) === null ? null : sum(nothing, childrenOf(pid).map(fromProc))
  const rows = table()
  return rows.some((row) => row.pid === pid) ? sum(nothing, below(pid, rows)) : null
}

/**
 * @param {number} pid
 * @returns {Usage | null}
 */
function fromProc (pid) {
  const ticks = ticksOf(pid)
  const rssBytes = rssOf(pid)
  if (ticks === null || rssBytes === null) return null
  // A server that runs a program for each request has most of its CPU in children that have ended.
  const cpuMs = toCpuMs(ticks.own + ticks.ended)
  return sum({ processes: 1, cpuMs, rssBytes }, childrenOf(pid).map(fromProc))
}

/**
 * @param {Usage} own
 * @param {(Usage | null)[]} others those that have gone meanwhile are null
 */
function sum (own, others) {
  const total = { ...own }
  for (const other of others) {
    total.processes += other?.processes ?? 0
    total.cpuMs += other?.cpuMs ?? 0
    total.rssBytes += other?.rssBytes ?? 0
  }
  return total
}

/**
 * @param {number} pid
 * @returns {number[]} what any of its threads has started; nothing where the system does not tell
 */
function childrenOf (pid) {
  const threads = orNothing(() => fs.readdirSync(`/proc/${pid}/task`)) ?? []
  return threads.flatMap((thread) => (orNothing(() => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '').split(' ').filter(Boolean).map(Number))
}

/**
 * @param {number | undefined} pid
 * @returns {number | null} of the process alone; null where there is no /proc, or no such process any more
 */
function cpuMsOf (pid) {
  const ticks = ticksOf(pid)
  return ticks && toCpuMs(ticks.own)
}

/**
 * Source: proc_pid_stat(5), fields 14 to 17.
 *
 * @param {number | undefined} pid
 * @returns {{ own: number, ended: number } | null} CPU of the process, and of its children that have ended, in clock ticks
 */
function ticksOf (pid) {
  const text = orNothing(() => fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (text === null) return null
  const [user, system, endedUser, endedSystem] = text.slice(text.lastIndexOf(') ') + 2).split(' ').slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}

/** @param {number} ticks */
function toCpuMs (ticks) {
  return 1000 * ticks / CLOCK_TICKS_PER_SECOND
}

/** @param {number} pid */
function rssOf (pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(orNothing(() => fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '') ?? []
  return kilobytes === undefined ? null : 1024 * Number(kilobytes)
}

/**
 * @template T
 * @param {() => T} read what may end while it is being read
 * @returns {T | null}
 */
function orNothing (read) {
  try {
    return read()
  } catch {
    return null
  }
}

/** @typedef {{ pid: number, parent: number, cpuMs: number, rssBytes: number }} Row */

/** @returns {Row[]} every process of the system, where there is no /proc */
function table () {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,time='], { encoding: 'utf8' }).trim().split('\n').map(function (line) {
    const [pid, parent, kilobytes, time] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), rssBytes: 1024 * Number(kilobytes), cpuMs: toMs(time) }
  })
}

/**
 * @param {number} pid
 * @param {Row[]} rows
 * @returns {Usage | null}
 */
function fromPs (pid, rows) {
  const own = rows.find((row) => row.pid === pid)
  if (!own) return null
  const { cpuMs, rssBytes } = own
  return sum({ processes: 1, cpuMs, rssBytes }, below(pid, rows))
}

/**
 * @param {number} pid
 * @param {Row[]} rows
 */
function below (pid, rows) {
  return rows.filter(({ parent }) => parent === pid).map((child) => fromPs(child.pid, rows))
}

/** @param {string} time `1-02:03:04`, `03:04.56` */
function toMs (time) {
  return 1000 * time.split(/[-:]/).reverse().reduce((total, part, i) => total + SECONDS[i] * Number(part), 0)
}

module.exports = { childrenOf, cpuMsOf, fromPs, usageBelow, usageOf }
