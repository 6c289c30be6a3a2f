'use strict'

const { spawnSync } = require('child_process')
const { once } = require('events')
const { performance } = require('perf_hooks')
const children = require('../process/children')
const { OperationalError } = require('../util/errors')
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
 * @param {(address: import('../types/pipeline').Address, workload: import('../types/pipeline').Workload,
 *   listeners?: import('../types/load').Listeners) => Promise<import('../types/pipeline').Load>} run
 * @returns {import('../types/load').Driver['open']}
 */
function programGenerator (run) {
  return async (address, workload) => ({
    load: (durationSeconds, listeners) => run(address, { ...workload, durationSeconds }, listeners),
    close () {}
  })
}

/**
 * Runs a program to its end, a load generator for one, and watches how much CPU it takes.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {{ input?: string | Buffer }} [options] what it reads on standard input, where a command line would show it to
 *   everybody on the machine
 * @returns {Promise<{ stdout: string, cpuShare: number }>} `cpuShare`: CPU time over wall time; NaN where the
 *   system does not tell
 * @throws {OperationalError} when it fails
 */
async function runProgram (name, args, { input } = {}) {
  const program = children.start(name, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
  program.stdin?.on('error', () => {}).end(input) // where it ends early, its status tells
  const output = { stdout: '', stderr: '' }
  program.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  program.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const begun = performance.now()
  let cpuShare = NaN
  // A program that has ended cannot be asked any more, so it is asked all the time.
  const look = setInterval(function () {
    const cpuMs = cpuMsOf(program.pid)
    if (cpuMs !== null) cpuShare = cpuMs / (performance.now() - begun)
  }, LOOK_EVERY_MS)
  try {
    const [status] = await once(program, 'close')
    if (status !== 0) {
      throw new OperationalError(`${name} ended with status ${status}. ${(output.stderr || output.stdout).trim()}`)
    }
    return { stdout: output.stdout, cpuShare }
  } finally {
    clearInterval(look)
  }
}

module.exports = { isInstalled, programGenerator, runProgram }
