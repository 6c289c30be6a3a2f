'use strict'

const { spawnSync } = require('child_process')
const { once } = require('events')
const { performance } = require('perf_hooks')
const children = require('../process/children')
const { OperationalError } = require('../base/operational-error')
const { cpuMsOf } = require('../process/process-tree')

const LOOK_EVERY_MS = 50

/** @type {Map<string, boolean>} looked up once: it takes time, and is asked for during a measurement */
const installed = new Map()

/**
 * @param {string} name
 * @returns {boolean} whether the program can be started
 */
function isInstalled (name) {
  if (!installed.has(name)) {
    const { error } = spawnSync(name, ['--version'])
    // Some print for ever (a yes that is not GNU's), and are ended for it: they are there all the same.
    installed.set(name, /** @type {NodeJS.ErrnoException | undefined} */ (error)?.code !== 'ENOENT')
  }
  return installed.get(name) === true
}

/**
 * A generator whose every load is a run of its own, with connections of its own.
 *
 * @param {(address: import('../records').Address, workload: import('../records').Workload,
 *   listeners?: import('./drivers').Listeners) => Promise<import('../records').Load>} run
 * @returns {import('./drivers').Driver['open']}
 */
function programGenerator (run) {
  return async (address, workload) => ({
    load: (durationSeconds, listeners) => run(address, { ...workload, durationSeconds }, listeners),
    close () {}
  })
}

/**
 * @typedef {object} Ended
 * @property {number | null} status null where a signal ended it
 * @property {string | null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {boolean} hasBegun whether it has said that its load begins
 * @property {number} seconds of its load, from what it said; of the whole run, where it says nothing
 * @property {number} cpuShare in that time, CPU time over wall time; NaN where the system does not tell
 */

/**
 * Runs a program to its end, a load generator for one, and watches how much CPU it takes.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {object} [options]
 * @param {string | Buffer} [options.input] what it reads on standard input, where a command line would show it to
 *   everybody on the machine
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {[string, string]} [options.marks] what it prints on standard error where its load begins, and where it ends:
 *   what it does before and after is not watched
 * @param {AbortSignal} [options.signal] ends it, with all that it has started
 * @returns {Promise<Ended>}
 */
async function watchProgram (name, args, { input, env, marks, signal } = {}) {
  const program = children.start(name, args, {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(env && { env })
  })
  const end = () => children.end(program)
  signal?.addEventListener('abort', end)
  program.stdin?.on('error', () => {}).end(input) // where it ends early, its status tells
  const output = { stdout: '', stderr: '' }
  const watch = watchCpu(program.pid)
  let hasBegun = false
  program.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  program.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
    if (!marks) return
    if (!hasBegun && output.stderr.includes(marks[0])) {
      hasBegun = true
      watch.begin()
    }
    if (output.stderr.includes(marks[1])) watch.end()
  })
  try {
    const [status, endedBy] = await once(program, 'close')
    return { status, signal: endedBy, ...output, hasBegun, ...watch.end() }
  } finally {
    watch.end()
    signal?.removeEventListener('abort', end)
  }
}

/**
 * A program that has ended cannot be asked any more, so it is asked all the time.
 *
 * @param {number | undefined} pid
 */
function watchCpu (pid) {
  let from = { cpuMs: 0, at: performance.now() }
  let seen = { seconds: 0, cpuShare: NaN }
  const take = function () {
    const cpuMs = cpuMsOf(pid)
    const ms = performance.now() - from.at
    seen = { seconds: ms / 1000, cpuShare: cpuMs === null ? seen.cpuShare : (cpuMs - from.cpuMs) / ms }
  }
  const look = setInterval(take, LOOK_EVERY_MS)
  let isOver = false
  return {
    begin () {
      from = { cpuMs: cpuMsOf(pid) ?? NaN, at: performance.now() }
      seen = { seconds: 0, cpuShare: NaN }
    },
    end () {
      if (!isOver) take()
      isOver = true
      clearInterval(look)
      return seen
    }
  }
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {Parameters<typeof watchProgram>[2]} [options]
 * @returns {Promise<Ended>}
 * @throws {OperationalError} when it fails
 */
async function runProgram (name, args, options) {
  const ended = await watchProgram(name, args, options)
  if (ended.status === 0) return ended
  const { status, stderr, stdout } = ended
  throw new OperationalError(`${name} ended with status ${status}. ${(stderr || stdout).trim()}`)
}

module.exports = { isInstalled, programGenerator, runProgram, watchProgram }
