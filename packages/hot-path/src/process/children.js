'use strict'

const { AsyncLocalStorage } = require('async_hooks')
const { execFileSync, spawn } = require('child_process')
const { randomUUID } = require('crypto')
const fs = require('fs')
const path = require('path')
const { atExit } = require('../util/at-exit')
const { readProc } = require('../util/proc')

const GUARDIAN = path.join(__dirname, 'guardian.js')

/** @type {Map<import('child_process').ChildProcess, string>} marker of each child */
const alive = new Map()
/** @type {AsyncLocalStorage<{ signal: AbortSignal, own: Set<import('child_process').ChildProcess> }>} */
const abortable = new AsyncLocalStorage()

/**
 * Starts a program in a separate process group. Ctrl-C in the terminal reaches only hot-path, which then ends the
 * whole group.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('child_process').SpawnOptions} options
 */
function start (file, args, { env = process.env, ...options }) {
  abortable.getStore()?.signal.throwIfAborted()
  const mark = randomUUID()
  guardian ??= startGuardian() // first: hot-path may be killed as soon as the program runs
  const child = spawn(file, args, {
    ...options,
    env: { ...env, [MARK]: mark },
    detached: process.platform !== 'win32'
  })
  alive.set(child, mark)
  const hasEnded = atExit(() => end(child)) // leave no processes behind, however hot-path ends
  abortable.getStore()?.own.add(child)
  tellGuardian(`+${child.pid} ${mark}`)
  child.once('exit', function () {
    end(child) // its descendants may still run
    alive.delete(child)
    hasEnded()
    tellGuardian(`-${child.pid}`)
  })
  return child
}

/**
 * Runs a task, and ends all processes that it has started when the signal is aborted.
 *
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<T>} work a task that fails when its processes are gone
 * @returns {Promise<T>} the result of the task, after its cleanup
 * @throws {any} the signal's reason, if it is aborted
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
 * Kills a child and its descendants at once.
 *
 * @param {import('child_process').ChildProcess} child
 */
function end (child) {
  const mark = alive.get(child)
  if (child.pid !== undefined && mark !== undefined) endFamily({ pid: child.pid, mark })
}

/**
 * Makes the watchdog process close the inspector of an attached process if hot-path ends before it does so itself. Call
 * it before the inspector is opened.
 *
 * @param {number} pid
 * @param {number[]} ports ports that the process has open
 * @returns {() => void} a function to call when the inspector is closed
 */
function watchInspector (pid, ports) {
  tellGuardian(`?${pid} ${ports.join(',')}`)
  return () => tellGuardian(`-${pid}`)
}

/** @type {import('net').Socket | null} */
let guardian = null
/** @type {Set<string>} process ids that the watchdog process watches */
const guarded = new Set()

/** @param {string} line message to the watchdog process (see guardian.js), which starts with the first message */
function tellGuardian (line) {
  const [, sign, pid] = /^(.)(\d+)/.exec(line) ?? []
  if (sign === '-') guarded.delete(pid)
  else guarded.add(pid)
  guardian ??= startGuardian()
  guardian?.write(`${line}\n`)
}

/** @returns {import('net').Socket | null} null if the system cannot start the watchdog process, which is optional */
function startGuardian () {
  const { NODE_OPTIONS, ...env } = process.env // NODE_OPTIONS apply to the server only
  const child = spawn(process.execPath, [GUARDIAN, String(process.pid)], {
    cwd: __dirname,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true // Ctrl-C must not end it
  })
  child.on('error', () => {})
  child.unref()
  const line = /** @type {import('net').Socket | null} */ (child.stdin ?? null)
  line?.on('error', () => {})
  line?.unref()
  process.once('beforeExit', function () {
    if (guarded.size > 0) return
    // Wait for its end. In a container, process 1 may be a server, which would leave it as a zombie.
    line?.end()
    child.ref()
  })
  return line
}

// The descendants of a started program inherit a marker in their environment. It identifies those in other process
// groups, and those that outlive their parent process.

const MARK = 'HOT_PATH_FAMILY'
const MOST_LOOKS = 3 // a process may start another between two scans

/** @typedef {{ pid: number, mark: string }} Family `pid`: process id of the program, the leader of its process group */

/**
 * Kills a program and its descendants at once.
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

/** @param {number} pid process id; negative for a process group */
function kill (pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (err) {
    // Ended already. macOS reports EPERM if all processes of the group have ended but are not reaped yet.
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    if (code !== 'ESRCH' && code !== 'EPERM') throw err
  }
}

/**
 * @param {string} mark
 * @returns {number[]} processes with this marker, as far as their environment is readable; empty on Windows
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
