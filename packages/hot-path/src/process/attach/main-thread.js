'use strict'

// Observes the main thread of a process that hot-path did not start, through its inspector. Loads nothing into it.

const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { blockedBy, blockedText, LITTLE_CPU } = require('../../source/blocked')
const { readSource, sourceFilesOf } = require('../../source/source')
const { OperationalError } = require('../../util/errors')
const { judgeByEntry } = require('../../util/frame-kind')
const { commandLineOf, cpuTimesOf, runQueueWaitUs } = require('../../util/proc')
const { isPaused } = require('../inspector')
const { describe } = require('../node-process')
const { childrenOf } = require('../process-tree')

// A process with work for its event loop may take this long for a turn.
const TURNS_WITHIN_MS = 3000
const SAMPLES_AFTER_MS = 500
// A time limit that is not reached does not keep hot-path running; the inspector's connection does.
const UNNEEDED = { ref: false }
const SAMPLE_EACH_MS = 50
// Answered when the event loop turns: bytes in use on the heap, and the time (ms) in which the loop was active.
const TURN = `new Promise((resolve) => setImmediate(() => resolve(
  process.memoryUsage().heapUsed + ' ' + performance.eventLoopUtilization().active
)))`
// Without the command line API, a turn costs a quarter less.
const PROMISE = { awaitPromise: true, includeCommandLineAPI: false }
// Runs on top of what the main thread executes, so its stack contains that. Its own frames have a line, but no file;
// those of native functions have neither.
const STACK = `(() => {
  const had = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  Error.prepareStackTrace = (error, sites) => sites.map((site) => ({
    function: site.getFunctionName() ?? '(anonymous)',
    file: site.getFileName() ?? site.getScriptNameOrSourceURL() ?? '',
    line: site.getLineNumber() ?? 0,
    column: site.getColumnNumber() ?? 0,
    functionLine: site.getEnclosingLineNumber() ?? 0
  }))
  try {
    return JSON.stringify(new Error().stack.filter(({ file, line }) => file !== '' || line === 0))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (had) Object.defineProperty(Error, 'prepareStackTrace', had)
    else delete Error.prepareStackTrace
  }
})()`

/** @typedef {import('../../types/source').BlockedThread} BlockedThread */
/** @typedef {import('../../types/source').CallFrame} CallFrame */

/** A process whose event loop is blocked, with the observations of its main thread. */
class BlockedProcess extends OperationalError {
  /**
   * @param {number | null} pid
   * @param {import('../../types/pipeline').Subject | null} subject
   * @param {import('../../types/source').BlockedThread} thread
   */
  constructor (pid, subject, thread) {
    const files = subject && thread.stacks.length === 0 ? sourceFilesOf(subject.entry) : []
    super('')
    this.pid = pid
    this.file = subject?.file ?? ''
    this.blocked = blockedBy(thread, { files, readSource })
    this.isRestored = true // false if its inspector may still be open
    this.message = blockedText(this)
  }
}

/**
 * @param {import('../inspector').Session} session
 * @param {{ name: string, pid: number | null }} expected
 * @throws {OperationalError} if the event loop does not turn
 */
async function assertResponsive (session, { name, pid }) {
  const thread = await blockedThread(session, pid)
  if (!thread) return
  const isIdle = !(Number(thread.cpuShare) >= LITTLE_CPU)
  if (isIdle && (await isPaused(session))) {
    throw new OperationalError(`a debugger has paused ${name}, for example at a breakpoint. Resume it first.`)
  }
  const subject = pid === null ? null : describe(pid)
  if (subject) judgeByEntry(subject)
  throw new BlockedProcess(pid, subject, thread)
}

/**
 * Waits for a turn of the event loop, and observes the main thread meanwhile.
 *
 * @param {import('../inspector').Session} session
 * @param {number | null} pid null if it is unknown
 * @returns {Promise<BlockedThread | null>} null if the event loop turns within 3 s
 */
async function blockedThread (session, pid) {
  const usedSince = useOf(pid)
  let hasTurned = false
  const turned = nextTurn(session).then(() => {
    hasTurned = true
  })
  await Promise.race([turned, wait(SAMPLES_AFTER_MS, null, UNNEEDED)])
  if (hasTurned) return null
  session.post('Profiler.enable')
  session.post('Profiler.start')
  const over = wait(TURNS_WITHIN_MS - SAMPLES_AFTER_MS, null, UNNEEDED)
  const { stacks, delays } = await sampled(session, Promise.race([turned, over]))
  if (hasTurned) {
    session.post('Profiler.disable')
    return null
  }
  const stopped = stacks.length > 0 ? session.post('Profiler.stop') : null
  const { profile = null } = (await Promise.race([stopped, wait(SAMPLES_AFTER_MS)])) ?? {}
  return { ...unanswering(pid), stacks, delays, profile, ...usedSince() }
}

/**
 * @param {import('../inspector').Session} session
 * @returns {Promise<{ heapBytes: number, activeMs: number }>} when the event loop turns: bytes in use on the heap, and
 *   the time in which the loop was active (perf_hooks, eventLoopUtilization)
 */
async function nextTurn (session) {
  const [heapBytes, activeMs] = String(await session.evaluate(TURN, PROMISE)).split(' ').map(Number)
  return { heapBytes, activeMs }
}

/**
 * @param {number | null} pid
 * @param {number} [seconds] time of the observation
 * @returns {BlockedThread} what is known of a process whose inspector does not answer
 */
function unanswering (pid, seconds = NaN) {
  const commands = pid === null ? [] : [...commandsBelow(pid).values()]
  return { seconds, stacks: [], delays: [], profile: null, cpuShare: 0, waitedShare: null, freedBytes: 0, commands }
}

/**
 * @param {number | null} pid
 * @returns {() => Pick<BlockedThread, 'seconds' | 'cpuShare' | 'waitedShare'>} what its main thread used since
 */
function useOf (pid) {
  const name = `${pid}/task/${pid}`
  const read = () => {
    const { userMs, systemMs } = (pid === null ? null : cpuTimesOf(name)) ?? { userMs: NaN, systemMs: NaN }
    const waitedUs = pid === null ? null : runQueueWaitUs(name)
    return { atMs: performance.now(), cpuMs: userMs + systemMs, waitedMs: waitedUs === null ? NaN : waitedUs / 1000 }
  }
  const before = read()
  return function () {
    const after = read()
    const ms = after.atMs - before.atMs
    const shareOf = (/** @type {number} */ part) => (Number.isFinite(part) ? part / ms : null)
    return {
      seconds: ms / 1000,
      cpuShare: shareOf(after.cpuMs - before.cpuMs),
      waitedShare: shareOf(after.waitedMs - before.waitedMs)
    }
  }
}

/**
 * @param {import('../inspector').Session} session
 * @param {Promise<unknown>} over
 * @returns {Promise<Pick<BlockedThread, 'stacks' | 'delays'>>}
 */
async function sampled (session, over) {
  const beganMs = performance.now()
  /** @type {{ stack: CallFrame[], delayMs: number }[]} */
  const samples = []
  const ended = over.then(() => null)
  for (let isRunning = true; isRunning;) {
    const askedMs = performance.now()
    const text = await Promise.race([session.evaluate(STACK), ended])
    if (text === null) break
    samples.push({ stack: JSON.parse(String(text)), delayMs: performance.now() - askedMs })
    isRunning = (await Promise.race([ended, wait(SAMPLE_EACH_MS, true)])) !== null
  }
  const ms = performance.now() - beganMs
  return { stacks: samples.map(({ stack }) => stack), delays: samples.map(({ delayMs }) => delayMs / ms) }
}

/**
 * @param {number} pid
 * @returns {Map<number, string>} command lines of its child processes, by process id
 */
function commandsBelow (pid) {
  return new Map(childrenOf(pid).map((child) => [child, commandOf(child)]))
}

/**
 * @param {number} pid
 * @returns {string} its command line, with the name of the program instead of its path
 */
function commandOf (pid) {
  const [program = '', ...words] = commandLineOf(pid)
  return [path.basename(program), ...words].join(' ')
}

module.exports = {
  BlockedProcess,
  UNNEEDED,
  assertResponsive,
  commandsBelow,
  nextTurn,
  sampled,
  unanswering,
  useOf
}
