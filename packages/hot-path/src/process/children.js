'use strict'

const { spawn } = require('child_process')
const { randomUUID } = require('crypto')
const path = require('path')
const { MARK, endFamily } = require('./family')

const GUARDIAN = path.join(__dirname, 'guardian.js')

/** @type {Map<import('child_process').ChildProcess, string>} the mark of each (see family.js) */
const alive = new Map()

// However hot-path ends, nothing that it started stays. After kill -9, the guardian sees to that.
process.on('exit', () => [...alive.keys()].forEach(end))

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches hot-path alone,
 * which then ends the whole group.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('child_process').SpawnOptions} options
 */
function start (file, args, { env = process.env, ...options }) {
  const mark = randomUUID()
  const child = spawn(file, args, {
    ...options,
    env: { ...env, [MARK]: mark },
    detached: process.platform !== 'win32'
  })
  alive.set(child, mark)
  tellGuardian(`+${child.pid} ${mark}`)
  child.once('exit', function () {
    end(child) // what it started may have outlived it
    alive.delete(child)
    tellGuardian(`-${child.pid}`)
  })
  return child
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

module.exports = { end, start, watchInspector }
