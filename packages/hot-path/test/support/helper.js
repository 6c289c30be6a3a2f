'use strict'

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const processOnSpawn = require('process-on-spawn')
const { assertRecord } = require('./schema')

// tap loads its bookkeeping into every child process through NODE_OPTIONS. Remove it, so that the servers under test
// run as they would elsewhere.
processOnSpawn.addListener(function (spawned) {
  const { NODE_OPTIONS, ...env } = spawned.env
  spawned.env = env
})

// On GitHub, hot-path prints annotations, too.
delete process.env.GITHUB_ACTIONS

const isWindows = process.platform === 'win32'
// For tests that need features that Windows lacks: signals that a program can handle, and a POSIX shell.
const notPosix = isWindows && 'Windows has no such thing'
const LEFT_WITHIN_MS = 20_000
const ROOT = path.resolve(__dirname, '../../../..')
const HOT_PATH = require.resolve('../../bin/hot-path')

/** Runs hot-path as a user would, and collects its output. */
async function hotPath (args, options = {}) {
  const running = begin(args, options)
  return running.ended
}

/**
 * Starts hot-path, or another `command`. `says(text)` waits until the text is printed on stderr; `ended` resolves to
 * the outcome.
 */
function begin (args, { command = [process.execPath, HOT_PATH], ...options } = {}) {
  const [program, ...first] = command
  const child = spawn(program, [...first, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  const printed = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      printed[stream] += text
    })
  }
  const ended = once(child, 'close').then(function ([status, signal]) {
    if (args.includes('--json') && printed.stdout) assertRecord(JSON.parse(printed.stdout)) // as every reader may expect
    return { status, signal, ...printed }
  })
  async function says (text) {
    while (!printed.stderr.includes(text)) {
      await Promise.race([once(child.stderr, 'data'), ended])
      const isOver = child.exitCode !== null || child.signalCode !== null
      if (isOver && !printed.stderr.includes(text)) {
        throw new Error(`It ended without saying "${text}": ${printed.stderr}`)
      }
    }
  }
  return { child, says, ended }
}

/**
 * @param {(args: string) => boolean} isMeant
 * @returns {string[]} the command lines of the matching processes on this machine
 */
function processes (isMeant) {
  const [program, ...args] = isWindows
    ? ['powershell', '-NoProfile', '-Command', 'Get-CimInstance Win32_Process | ForEach-Object CommandLine']
    : ['ps', '-A', '-o', 'args=']
  return execFileSync(program, args, { encoding: 'utf8' }).split(/\r?\n/).filter(isMeant)
}

/**
 * @param {(args: string) => boolean} isMeant
 * @returns {Promise<string[]>} the command lines of the matching processes that remain after a grace period, because
 *   killed processes and the watchdog process of a run end asynchronously
 */
async function left (isMeant) {
  const untilMs = Date.now() + LEFT_WITHIN_MS
  while (processes(isMeant).length && Date.now() < untilMs) await wait(20) // polls: not child processes of this test
  return processes(isMeant)
}

module.exports = { HOT_PATH, ROOT, hotPath, begin, notPosix, left, processes }
