'use strict'

// CPU and memory of a process and its descendants, measured from outside.

const { execFileSync } = require('child_process')
const fs = require('fs')
const { cpuTimesOf, descriptorTargets, linkOf, readProc } = require('../util/proc')

const SECONDS = [1, 60, 3600, 86_400] // per part of a `ps` time, from the right

/**
 * @typedef {{ processes: number, cpuMs: number, rssBytes: number }} Usage `cpuMs`: since the processes
 *   started, on Linux with their ended children; `rssBytes`: shared pages count once per process
 */

/**
 * @param {number | undefined} pid
 * @returns {Usage | null} usage of the process and its descendants; null if it has ended
 */
function usageOf (pid) {
  if (pid === undefined) return null
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid, table())
}

/**
 * @param {number | undefined} pid
 * @param {number} [port] port of the server; if given, services (see `isService`) are excluded on Linux
 * @returns {Usage & { services: number } | null} usage of the descendants; null if the process has ended;
 *   `services`: number of services excluded
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
  // A server that runs a program per request spends most of its CPU time in children that have ended.
  const cpuMs = times.userMs + times.systemMs + times.endedMs
  return sum({ processes: 1, cpuMs, rssBytes }, childrenOf(pid).map(fromProc))
}

/**
 * @param {Usage} own
 * @param {(Usage | null)[]} others null for processes that have ended meanwhile
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
 * @returns {number[]} child processes of all its threads; empty without /proc
 */
function childrenOf (pid) {
  return threadsOf(pid).flatMap((thread) =>
    (readProc(`${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number)
  )
}

/**
 * @param {number | undefined} pid
 * @returns {number | null} CPU time of the process alone, in ms; null without /proc, or if the process has ended
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
    return [] // the process has ended, or there is no /proc
  }
}

/** @typedef {{ pid: number, parent: number, cpuMs: number, rssBytes: number }} Row */

/** @returns {Row[]} all processes, for systems without /proc; empty on Windows, which has no `ps` */
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

/** @param {string} time as `ps` prints it: `1-02:03:04`, `03:04.56` */
function toMs (time) {
  return (
    1000 *
    time
      .split(/[-:]/)
      .reverse()
      .reduce((total, part, i) => total + SECONDS[i] * Number(part), 0)
  )
}

// Services: child processes that do not answer the server's clients, such as a database or an upstream server.

const LISTENS = '0A' // TCP_LISTEN, in include/net/tcp_states.h
const [LOCAL_ADDRESS, STATE, INODE] = [1, 3, 9] // columns of /proc/<pid>/net/tcp, see proc_pid_net(5)
// Set in workers of Node's cluster module. They answer the server's clients, and may also listen for a debugger.
const OF_CLUSTER = 'NODE_UNIQUE_ID='

/**
 * @param {number} pid process id of a child process of the server
 * @param {number} port port of the server
 * @returns {boolean} whether it listens on other ports only, and is not a cluster worker; false without /proc
 */
function isService (pid, port) {
  const ports = listensOn(pid)
  return ports.length > 0 && !ports.includes(port) && !isWorker(pid)
}

/** @param {number} pid */
function isWorker (pid) {
  return Boolean(readProc(`${pid}/environ`)?.split('\0').some((text) => text.startsWith(OF_CLUSTER)))
}

/**
 * @param {number} pid
 * @returns {number[]} process ids of the cluster workers that it has started
 */
function workersOf (pid) {
  return childrenOf(pid).filter(isWorker)
}

/**
 * @param {number} pid
 * @returns {number[]} TCP ports on which it listens; empty without /proc
 */
function listensOn (pid) {
  return listeningSocketsOf(pid).map(({ port }) => port)
}

/**
 * @param {number} pid
 * @returns {{ port: number, fd: string }[]} `fd`: its file descriptor
 */
function listeningSocketsOf (pid) {
  const own = socketsOf(pid)
  return ['tcp', 'tcp6'].flatMap((name) =>
    (readProc(`${pid}/net/${name}`) ?? '')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[STATE] === LISTENS && own.has(columns[INODE]))
      .map((columns) => ({ port: parseInt(columns[LOCAL_ADDRESS].split(':')[1], 16), fd: String(own.get(columns[INODE])) }))
  )
}

/**
 * Tests whether the main thread waits in a synchronous call: its system call waits for events, but not for those of the
 * sockets on which it listens. Sources: proc_pid_syscall(5), epoll_wait(2), proc_pid_fdinfo(5).
 *
 * @param {number} pid
 * @returns {boolean} false also if this cannot be read, or if the process does not listen
 */
function isInOtherLoop (pid) {
  const waitsOn = parseInt(readProc(`${pid}/syscall`)?.split(' ')[1] ?? '', 16)
  if (!linkOf(`/proc/${pid}/fd/${waitsOn}`).endsWith('[eventpoll]')) return false
  const watched = [...(readProc(`${pid}/fdinfo/${waitsOn}`) ?? '').matchAll(/^tfd:\s+(\d+)/gm)].map(([, fd]) => fd)
  const sockets = listeningSocketsOf(pid)
  return sockets.length > 0 && !sockets.some(({ fd }) => watched.includes(fd))
}

/**
 * @param {number} pid
 * @returns {Map<string, string>} file descriptors of its sockets, by inode
 */
function socketsOf (pid) {
  const targets = descriptorTargets(pid) ?? [] // the process has ended, or there is no /proc
  return new Map(targets.flatMap(function ({ fd, target }) {
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1]
    return inode === undefined ? [] : [[inode, fd]]
  }))
}

// A server may consist of several processes or threads.

/** @typedef {import('../types/pipeline').Inside} Inside */

/**
 * Starts to observe the processes and threads of a running server. Call it right before a load.
 *
 * @param {{ started: { threads: number }, usage: () => Usage | null, usageBelow: () => ReturnType<usageBelow> }}
 *   running
 * @returns {() => Inside} a function to call right after the load, while the server still runs
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
 * @returns {number} CPU time in ms; NaN if it is unknown
 */
function gained (before, after) {
  return before && after ? after.cpuMs - before.cpuMs : NaN
}

// Errors of Clinic and 0x when child processes have inherited them: message and origin.
const OF_TOOLS = /EEXIST[^]*redir-stdout|internal\/cluster[^]*EPIPE|does not support clustering/

/**
 * Explains the failure of a tool that cannot profile several processes. Clinic and 0x pass on their data through files
 * and pipes of one process. Child processes, which inherit the tool, fail at once with EEXIST or EPIPE.
 *
 * @param {{ file: string, processes: number, words: string }} seen `processes`: number of child processes
 *   reported (a server that ends within milliseconds may report none); `words`: last output
 * @returns {string | null} error message; null if this is not the reason
 */
function toolFailed ({ file, processes, words }) {
  if (!OF_TOOLS.test(words) && !(processes > 0 && /\b(EEXIST|EPIPE)\b/.test(words))) return null
  return (
    `${file} starts child processes, but this tool can profile only a ` +
    'single process. Run it in one process (without cluster), or use npx hot-path compare, which measures the throughput and latency of all its processes.'
  )
}

module.exports = {
  childrenOf,
  cpuMsOf,
  fromPs,
  isInOtherLoop,
  isService,
  listensOn,
  toolFailed,
  usageBelow,
  usageOf,
  watchInside,
  workersOf
}
