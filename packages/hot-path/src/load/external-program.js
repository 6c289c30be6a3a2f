'use strict'

const { spawnSync } = require('child_process')
const { once } = require('events')
const { performance } = require('perf_hooks')
const children = require('../process/children')
const { OperationalError } = require('../util/errors')
const { cpuMsOf } = require('../process/process-tree')

const LOOK_EVERY_MS = 50

/** @type {Map<string, boolean>} cached: the check takes time, and runs during a measurement */
const installed = new Map()

/**
 * @param {string} name
 * @returns {boolean} whether the program is installed
 */
function isInstalled (name) {
  if (!installed.has(name)) {
    const { error } = spawnSync(name, ['--version'])
    // Some programs print endlessly (a non-GNU `yes`), and are killed for that, but they are installed.
    installed.set(name, /** @type {NodeJS.ErrnoException | undefined} */ (error)?.code !== 'ENOENT')
  }
  return installed.get(name) === true
}

/**
 * Returns a generator that starts a separate run, with separate connections, for each load.
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
 * Runs a program, such as a load generator, to its end, and measures its CPU usage.
 *
 * @param {string} name
 * @param {string[]} args
 * @param {{ input?: string | Buffer }} [options] `input`: standard input; unlike a command line, other
 *   users cannot see it
 * @returns {Promise<{ stdout: string, cpuShare: number }>} `cpuShare`: CPU time over wall time; NaN if it is unknown
 * @throws {OperationalError} if it fails
 */
async function runProgram (name, args, { input } = {}) {
  const program = children.start(name, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'] })
  program.stdin?.on('error', () => {}).end(input) // if it ends early, its exit status shows that
  const output = { stdout: '', stderr: '' }
  program.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  program.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  const begun = performance.now()
  let cpuShare = NaN
  // The CPU time cannot be read after the program has ended, so poll it.
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
