'use strict'

// What a process, and everything that it has started, takes of the machine, seen from outside.

const { execFileSync } = require('child_process')
const fs = require('fs')
const { cpuTimesOf, readProc } = require('../base/proc')
const { isService } = require('./services')

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
 * @param {number} [port] of the server that it is: services that it has started, which listen on ports of their own,
 *   are left out then, where the system tells
 * @returns {Usage & { services: number } | null} of all that the process has started, without itself; null when it has
 *   gone
 */
function usageBelow (pid, port) {
  if (pid === undefined) return null
  const nothing = { processes: 0, cpuMs: 0, rssBytes: 0 }
  if (process.platform === 'linux') {
    if (cpuMsOf(pid) === null) return null
    const children = childrenOf(pid)
    const own = children.filter((child) => port === undefined || !isService(child, port))
    return { ...sum(nothing, own.map(fromProc)), services: children.length - own.length }
  }
  const rows = table()
  return rows.some((row) => row.pid === pid) ? { ...sum(nothing, below(pid, rows)), services: 0 } : null
}

/**
 * @param {number} pid
 * @returns {Usage | null}
 */
function fromProc (pid) {
  const times = cpuTimesOf(String(pid))
  const rssBytes = rssOf(pid)
  if (times === null || rssBytes === null) return null
  // A server that runs a program for each request has most of its CPU in children that have ended.
  const cpuMs = times.userMs + times.systemMs + times.endedMs
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
  return threadsOf(pid).flatMap((thread) =>
    (readProc(`${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number)
  )
}

/**
 * @param {number | undefined} pid
 * @returns {number | null} of the process alone; null where there is no /proc, or no such process any more
 */
function cpuMsOf (pid) {
  const times = cpuTimesOf(String(pid))
  return times && times.userMs + times.systemMs
}

/** @param {number} pid */
function rssOf (pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readProc(`${pid}/status`) ?? '') ?? []
  return kilobytes === undefined ? null : 1024 * Number(kilobytes)
}

/** @param {number} pid */
function threadsOf (pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // it has gone, or there is no /proc
  }
}

/** @typedef {{ pid: number, parent: number, cpuMs: number, rssBytes: number }} Row */

/** @returns {Row[]} every process of the system, where there is no /proc; none on Windows, which has no `ps` */
function table () {
  if (process.platform === 'win32') return []
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,time='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(function (line) {
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
  return (
    1000 *
    time
      .split(/[-:]/)
      .reverse()
      .reduce((total, part, i) => total + SECONDS[i] * Number(part), 0)
  )
}

module.exports = { childrenOf, cpuMsOf, fromPs, usageBelow, usageOf }
