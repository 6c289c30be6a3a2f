'use strict'

// What a process, and everything that it has started, takes of the machine, seen from outside.

const { execFileSync } = require('child_process')
const fs = require('fs')
const { cpuTimesOf, readProc } = require('../util/proc')

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

// Child processes that serve others than those who ask the subject: a database or an upstream that a server has
// started beside itself.

const LISTENS = '0A' // TCP_LISTEN, in include/net/tcp_states.h
const [LOCAL_ADDRESS, STATE, INODE] = [1, 3, 9] // columns of /proc/<pid>/net/tcp, see proc_pid_net(5)
// Node's cluster gives it to its workers. They answer what the primary accepts, and may listen for a debugger, too.
const OF_CLUSTER = 'NODE_UNIQUE_ID='

/**
 * @param {number} pid of a child process of the subject
 * @param {number} port of the subject
 * @returns {boolean} whether it listens on a port of its own; false where the system does not tell
 */
function isService (pid, port) {
  const ports = listensOn(pid)
  return ports.length > 0 && !ports.includes(port) && !readProc(`${pid}/environ`)?.split('\0').some((text) => text.startsWith(OF_CLUSTER))
}

/**
 * @param {number} pid
 * @returns {number[]} TCP ports
 */
function listensOn (pid) {
  const own = new Set(socketsOf(pid))
  return ['tcp', 'tcp6'].flatMap((name) =>
    (readProc(`${pid}/net/${name}`) ?? '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[STATE] === LISTENS && own.has(columns[INODE]))
      .map((columns) => parseInt(columns[LOCAL_ADDRESS].split(':')[1], 16))
  )
}

/**
 * @param {number} pid
 * @returns {string[]} inodes
 */
function socketsOf (pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [])
  } catch {
    return [] // it has gone, or there is no /proc
  }
}

/** @param {string} link */
function linkOf (link) {
  try {
    return fs.readlinkSync(link)
  } catch {
    return ''
  }
}

// A server may be more than one process, or more than one thread.

/** @typedef {import('../types/pipeline').Inside} Inside */

/**
 * Begins to look at what a running subject consists of: right before a load.
 *
 * @param {{ started: { threads: number }, usage: () => Usage | null, usageBelow: () => ReturnType<usageBelow> }}
 *   running
 * @returns {() => Inside} to be called right after the load, while the subject still runs
 */
function watchInside (running) {
  const before = { whole: running.usage(), below: running.usageBelow() }
  return function () {
    const after = { whole: running.usage(), below: running.usageBelow() }
    return {
      processes: after.below?.processes ?? 0,
      services: after.below?.services ?? 0,
      threads: running.started.threads,
      shareBelow: gained(before.below, after.below) / gained(before.whole, after.whole)
    }
  }
}

/**
 * @param {Usage | null} before
 * @param {Usage | null} after
 * @returns {number} ms of CPU; NaN where the system does not tell
 */
function gained (before, after) {
  return before && after ? after.cpuMs - before.cpuMs : NaN
}

// How Clinic and 0x end when a child process has inherited them: what each prints, and where it comes from.
const OF_TOOLS = /EEXIST[^]*redir-stdout|internal\/cluster[^]*EPIPE|does not support clustering/

/**
 * Why a tool failed that cannot look into several processes. Clinic and 0x hand what they record over through files and
 * pipes of one process, and the child processes, which inherit the tool, end at once: with EEXIST or EPIPE.
 *
 * @param {{ file: string, processes: number, words: string }} seen `processes`: as far as is known, because a server
 *   that ends within milliseconds may not have told; `words`: what was printed last
 * @returns {string | null} null where this is not the reason
 */
function toolFailed ({ file, processes, words }) {
  if (!OF_TOOLS.test(words) && !(processes > 0 && /\b(EEXIST|EPIPE)\b/.test(words))) return null
  return (
    `${file} starts child processes, and this tool can only look into a server of one ` +
    'process. Let it run in one process (without cluster), or use npx hot-path compare, whose throughput and latency are those of all processes.'
  )
}

module.exports = { childrenOf, cpuMsOf, fromPs, isService, listensOn, toolFailed, usageBelow, usageOf, watchInside }
