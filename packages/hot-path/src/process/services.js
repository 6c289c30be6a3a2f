'use strict'

// Child processes that serve others than those who ask the subject: a database or an upstream that a server has
// started beside itself.

const fs = require('fs')
const { readProc } = require('../base/proc')

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

module.exports = { isService, listensOn }
