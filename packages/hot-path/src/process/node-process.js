'use strict'

// A Node.js process that hot-path did not start, as the system describes it.

const fs = require('fs')
const path = require('path')
const { countOptions } = require('../config/start-script')
const { OperationalError } = require('../util/errors')
const { printable } = require('../util/printable')
const { commandLineOf, readProc } = require('../util/proc')
const { stateOf } = require('./inspector')
const { childrenOf } = require('./process-tree')

// Bit of SIGUSR1 in the mask of signals that a process catches. Source: signal(7), proc_pid_status(5).
const SIGUSR1_BIT = 1n << 9n
// node, nodejs, node-22. SIGUSR1 may terminate any other program.
const PROGRAM = /^node(js)?(-?[\d.]+)?$/
const WATCH = /^--watch(-path)?(=|$)/

/**
 * @param {number} pid
 * @returns {import('../types/pipeline').Subject}
 */
function describe (pid) {
  const cwd = readLink(() => fs.readlinkSync(`/proc/${pid}/cwd`)) ?? process.cwd()
  const file = scriptOf(pid) ?? `process ${pid}`
  return { id: `process-${pid}`, title: file, file, entry: path.resolve(cwd, file), path: '/', cwd }
}

/**
 * @param {number} pid
 * @returns {string | null} its script, as on its command line; null if it has none, or has ended
 */
function scriptOf (pid) {
  const [, ...words] = commandLineOf(pid)
  const script = words[countOptions(words)]
  return script === undefined ? null : printable(script)
}

/**
 * @param {number} pid
 * @returns {string} its name in messages: `server.js (process 1234)`
 */
function nameOf (pid) {
  const script = scriptOf(pid)
  return script === null ? `process ${pid}` : `${path.basename(script)} (process ${pid})`
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T | null} null if it cannot be read
 */
function readLink (read) {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {number} the process that runs the program, if this one only watches its files (`node --watch`)
 */
function programBelow (pid) {
  const [, ...words] = commandLineOf(pid)
  const isWatching = words.slice(0, countOptions(words)).some((word) => WATCH.test(word))
  return (isWatching && childrenOf(pid).find(isNode)) || pid
}

/**
 * Checks that SIGUSR1 can be sent. It terminates a process without a handler, so only Node.js processes get it.
 *
 * @param {number} pid
 * @throws {OperationalError}
 */
function assertNode (pid) {
  if (process.platform !== 'linux') {
    throw new OperationalError('attaching by process id works on Linux only. On other systems, start the process with --inspect and give its address: npx hot-path attach 127.0.0.1:9229.')
  }
  try {
    process.kill(pid, 0)
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    throw new OperationalError(code === 'EPERM' ? `${nameOf(pid)} belongs to another user. Run hot-path as ${userOf(pid)}.` : `there is no process ${pid}.`)
  }
  assertHere(pid)
  assertReadable(pid)
  if (!isNode(pid)) {
    throw new OperationalError(`process ${pid} is not an attachable Node.js process (${programOf(pid) || 'its program cannot be read'}).`)
  }
  if (pid === process.pid) throw new OperationalError(`process ${pid} is hot-path itself.`)
  if (/[Tt]/.test(stateOf(pid) ?? '')) {
    throw new OperationalError(`${nameOf(pid)} is stopped, by a signal or a debugger. Resume it first: kill -CONT ${pid}`)
  }
}

/**
 * @param {number} pid
 * @returns {boolean} whether it is a Node.js process that handles SIGUSR1
 */
function isNode (pid) {
  const status = readLink(() => fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ''
  const caught = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1] ?? '0'}`)
  return PROGRAM.test(path.basename(programOf(pid))) && Boolean(caught & SIGUSR1_BIT)
}

/**
 * Checks access to the process before it gets a signal: its ports show whether its inspector is open.
 *
 * @param {number} pid
 * @throws {OperationalError} if its program and file descriptors cannot be read (ptrace(2), "access mode checking")
 */
function assertReadable (pid) {
  try {
    fs.readlinkSync(`/proc/${pid}/exe`)
    fs.readdirSync(`/proc/${pid}/fd`)
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    if (code === 'ENOENT' && fs.existsSync(`/proc/${pid}`)) return // a thread of the kernel, or it has ended
    throw new OperationalError(`/proc/${pid} cannot be read. Run hot-path as ${userOf(pid)} and with the capabilities of the process, or with SYS_PTRACE.`)
  }
}

/**
 * @param {number} pid
 * @returns {string} its user, as far as this can be read
 */
function userOf (pid) {
  const [, id] = /^Uid:\s+(\d+)/m.exec(readProc(`${pid}/status`) ?? '') ?? []
  return id === undefined ? 'the same user' : `the same user (${id})`
}

/** @param {number} pid */
function programOf (pid) {
  return readLink(() => fs.readlinkSync(`/proc/${pid}/exe`)) ?? ''
}

/**
 * Checks that a process shares hot-path's namespaces, and that /proc shows them. From the host, the inspector of a
 * process in a container is not reachable, and another program may listen on its port.
 *
 * @param {number} pid
 * @throws {OperationalError} if its network or PID namespace differs
 */
function assertHere (pid) {
  if (readLink(() => fs.readlinkSync('/proc/self')) !== String(process.pid)) {
    throw new OperationalError('/proc belongs to another PID namespace. Enter also the mount namespace of the process: nsenter --mount')
  }
  if (differs(pid, 'ns/net') || differs(pid, 'ns/pid')) {
    throw new OperationalError(`${nameOf(pid)} runs in another namespace, for example in a container. Run hot-path there: docker exec -it <container> npx hot-path attach <its process id there>.`)
  }
}

/**
 * @param {number} pid
 * @param {string} link below /proc/<pid>
 * @returns {boolean} whether hot-path has another one; false if this cannot be read
 */
function differs (pid, link) {
  const [own, other] = ['self', pid].map((of) => readLink(() => fs.readlinkSync(`/proc/${of}/${link}`)))
  return own !== null && other !== null && own !== other
}

/**
 * @param {number} pid
 * @returns {string} folder in which its file system appears; empty if it is also that of hot-path
 */
function rootOf (pid) {
  return differs(pid, 'ns/mnt') || differs(pid, 'root') ? `/proc/${pid}/root` : ''
}

module.exports = { assertNode, describe, isNode, nameOf, programBelow, rootOf }
