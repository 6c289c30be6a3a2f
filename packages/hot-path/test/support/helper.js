'use strict'

const { execFileSync, spawn } = require('child_process')
const { once } = require('events')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const processOnSpawn = require('process-on-spawn')
const { assertRecord } = require('./schema')

// tap makes every child process load tap's own bookkeeping, by NODE_OPTIONS. The servers that we test and time
// must be what they are elsewhere, so it is taken out again.
processOnSpawn.addListener(function (spawned) {
  const { NODE_OPTIONS, ...env } = spawned.env
  spawned.env = env
})

const isWindows = process.platform === 'win32'
// Of tests that need what Windows has not: signals that a program can hear, and a shell of POSIX.
const notPosix = isWindows && 'Windows has no such thing'
const LEFT_WITHIN_MS = 20_000
const ROOT = path.resolve(__dirname, '../../../..')
const HOT_PATH = require.resolve('../../bin/hot-path')

/**
 * Runs hot-path as a person would, and collects what it prints.
 */
async function hotPath (args, options = {}) {
  const running = begin(args, options)
  return running.ended
}

/**
 * Begins a run of hot-path, or of another `command`. `says(text)` waits until it has printed the text; `ended` gives
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
    if (args.includes('--json') && printed.stdout) assertRecord(JSON.parse(printed.stdout)) // as every reader may rely on
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
 * @returns {string[]} the command lines of the processes on this machine that are meant
 */
function processes (isMeant) {
  const [program, ...args] = isWindows
    ? ['powershell', '-NoProfile', '-Command', 'Get-CimInstance Win32_Process | ForEach-Object CommandLine']
    : ['ps', '-A', '-o', 'args=']
  return execFileSync(program, args, { encoding: 'utf8' }).split(/\r?\n/).filter(isMeant)
}

/**
 * @param {(args: string) => boolean} isMeant
 * @returns {Promise<string[]>} the command lines of those that are still there when there has been time to end: what is
 *   killed, and the guardian of a run, end in their own time
 */
async function left (isMeant) {
  const untilMs = Date.now() + LEFT_WITHIN_MS
  while (processes(isMeant).length && Date.now() < untilMs) await wait(20) // nobody tells us: they are not our children
  return processes(isMeant)
}

module.exports = { HOT_PATH, ROOT, hotPath, begin, notPosix, left, processes }
