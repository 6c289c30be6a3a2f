'use strict'

const { AsyncLocalStorage } = require('async_hooks')
const { execFileSync, spawn } = require('child_process')
const { randomUUID } = require('crypto')
const fs = require('fs')
const path = require('path')
const { atExit } = require('../util/at-exit')
const { readProc } = require('../util/proc')

const GUARDIAN = path.join(__dirname, 'guardian.js')

/** @type {Map<import('child_process').ChildProcess, string>} the mark of each */
const alive = new Map()
/** @type {AsyncLocalStorage<{ signal: AbortSignal, own: Set<import('child_process').ChildProcess> }>} */
const abortable = new AsyncLocalStorage()

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches hot-path alone,
 * which then ends the whole group.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('child_process').SpawnOptions} options
 */
function start (file, args, { env = process.env, ...options }) {
  abortable.getStore()?.signal.throwIfAborted()
  const mark = randomUUID()
  const child = spawn(file, args, {
    ...options,
    env: { ...env, [MARK]: mark },
    detached: process.platform !== 'win32'
  })
  alive.set(child, mark)
  const hasEnded = atExit(() => end(child)) // however hot-path ends, nothing that it started stays
  abortable.getStore()?.own.add(child)
  tellGuardian(`+${child.pid} ${mark}`)
  child.once('exit', function () {
    end(child) // what it started may have outlived it
    alive.delete(child)
    hasEnded()
    tellGuardian(`-${child.pid}`)
  })
  return child
}

/**
 * Ends all that a piece of work has started, when the signal is aborted.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<T>} work that fails when what it has started is gone
 * @returns {Promise<T>} when it has cleaned up
 * @throws {any} the reason of the signal
 */
async function endOnAbort (signal, work) {
  if (!signal) return work()
  signal.throwIfAborted()
  /** @type {Set<import('child_process').ChildProcess>} */
  const own = new Set()
  const abort = () => own.forEach(end)
  signal.addEventListener('abort', abort)
  try {
    return await abortable.run({ signal, own }, work)
  } finally {
    signal.removeEventListener('abort', abort)
    signal.throwIfAborted()
  }
}

/**
 * Ends a child and everything it started, at once.
 *
 * @param {import('child_process').ChildProcess} child
 */
function end (child) {
  const mark = alive.get(child)
  if (child.pid !== undefined && mark !== undefined) endFamily({ pid: child.pid, mark })
}

/**
 * Has the guardian close the inspector of a process that we did not start, where we end before we do it ourselves. Call
 * it before the inspector is opened.
 *
 * @param {number} pid
 * @param {number[]} ports that the process has open
 * @returns {() => void} to be called when it is closed
 */
function watchInspector (pid, ports) {
  tellGuardian(`?${pid} ${ports.join(',')}`)
  return () => tellGuardian(`-${pid}`)
}

/** @type {import('net').Socket | null} */
let guardian = null

/**
 * @param {string} line see guardian.js, which is started with the first one
 */
function tellGuardian (line) {
  guardian ??= startGuardian()
  guardian?.write(`${line}\n`)
}

/** @returns {import('net').Socket | null} null where the system starts no process: all works without it, but that */
function startGuardian () {
  const { NODE_OPTIONS, ...env } = process.env // what a person wants of the server is none of its business
  const child = spawn(process.execPath, [GUARDIAN, String(process.pid)], {
    cwd: __dirname,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true // Ctrl-C is for hot-path
  })
  child.on('error', () => {})
  child.unref()
  const line = /** @type {import('net').Socket | null} */ (child.stdin ?? null)
  line?.on('error', () => {})
  line?.unref()
  return line
}

// A program that hot-path has started, and all that has come of it: also what it has started in a process group of its
// own, or what outlives the process that started it. All of them inherit a mark in their environment.

const MARK = 'HOT_PATH_FAMILY'
const MOST_LOOKS = 3 // one may have started another between two looks

/** @typedef {{ pid: number, mark: string }} Family `pid`: of the program, which leads a process group */

/**
 * Ends a family at once.
 *
 * @param {Family} family
 */
function endFamily ({ pid, mark }) {
  if (process.platform !== 'win32') kill(-pid)
  else kill(pid)
  for (let look = 0; look < MOST_LOOKS; look++) {
    const others = marked(mark)
    if (others.length === 0) return
    others.forEach(kill)
  }
}

/** @param {number} pid of a process, or of a group with a minus */
function kill (pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (err) {
    // Gone already; macOS says EPERM where everything in the group has ended but is not yet reaped.
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    if (code !== 'ESRCH' && code !== 'EPERM') throw err
  }
}

/**
 * @param {string} mark
 * @returns {number[]} processes that have it, as far as the system tells
 */
function marked (mark) {
  const word = `${MARK}=${mark}`
  if (process.platform === 'linux') {
    return pids().filter((pid) => readProc(`${pid}/environ`)?.includes(word))
  }
  if (process.platform === 'win32') return []
  return execFileSync('ps', ['-A', '-E', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: Infinity })
    .split('\n')
    .filter((line) => line.includes(word))
    .map((line) => Number.parseInt(line))
}

/** @returns {number[]} */
function pids () {
  try {
    return fs.readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // there is no /proc
  }
}

module.exports = { MARK, end, endFamily, endOnAbort, start, watchInspector }
