'use strict'

// Observes the main thread of a process that hot-path did not start, through its inspector. Loads nothing into it.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { commandLineOf, cpuTimesOf, runQueueWaitUs } = require('../util/proc')
const { withSession } = require('./inspector')
const { childrenOf } = require('./process-tree')

// A process with work for its event loop may take this long for a turn.
const TURNS_WITHIN_MS = 3000
const LEAST_MS = 1000
const SAMPLES_AFTER_MS = 500
// A time limit that is not reached does not keep hot-path running; the inspector's connection does.
const UNNEEDED = { ref: false }
const SAMPLE_EACH_MS = 50
// The turn of the event loop in which it is answered; its value: bytes in use on the heap.
const TURN = 'new Promise((resolve) => setImmediate(() => resolve(process.memoryUsage().heapUsed)))'
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
    column: site.getColumnNumber() ?? 0
  }))
  try {
    return JSON.stringify(new Error().stack.filter(({ file, line }) => file !== '' || line === 0))
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (had) Object.defineProperty(Error, 'prepareStackTrace', had)
    else delete Error.prepareStackTrace
  }
})()`

/** @typedef {import('../types/source').CallFrame} CallFrame */
/** @typedef {import('../types/source').BlockedThread} BlockedThread */

/**
 * Waits for a turn of the event loop, and observes the main thread meanwhile.
 *
 * @param {string} url WebSocket URL of the inspector
 * @param {number | null} pid null if it is unknown
 * @param {number} [waitedMs] time that it took to open the inspector, which a blocked process may do late
 * @returns {Promise<BlockedThread | null>} null if the event loop turns within 3 s, including this time, or within 1 s
 */
async function blockedThread (url, pid, waitedMs = 0) {
  const usedSince = useOf(pid)
  return withSession(url, async function (session) {
    let hasTurned = false
    const turned = session.evaluate(TURN, { awaitPromise: true }).then(() => {
      hasTurned = true
    })
    await Promise.race([turned, wait(SAMPLES_AFTER_MS, null, UNNEEDED)])
    if (hasTurned) return null
    session.post('Profiler.enable')
    session.post('Profiler.start')
    const over = wait(Math.max(LEAST_MS, TURNS_WITHIN_MS - waitedMs) - SAMPLES_AFTER_MS, null, UNNEEDED)
    const stacks = await sampled(session, Promise.race([turned, over]))
    if (hasTurned) return null
    const stopped = stacks.length > 0 ? session.post('Profiler.stop') : null
    const { profile = null } = (await Promise.race([stopped, wait(SAMPLES_AFTER_MS)])) ?? {}
    return { ...unanswering(pid), stacks, profile, ...usedSince() }
  })
}

/**
 * @param {number | null} pid
 * @param {number} [seconds] time of the observation
 * @returns {BlockedThread} what is known of a process whose inspector does not answer
 */
function unanswering (pid, seconds = NaN) {
  const commands = pid === null ? [] : [...commandsBelow(pid).values()]
  return { seconds, stacks: [], profile: null, cpuShare: 0, waitedShare: null, freedBytes: 0, commands }
}

// A turn that takes longer than this share of the shortest stall is observed.
const OBSERVED_FROM = 0.25
const TURN_EACH_MS = 50
// A collection that takes long frees this share of the heap, or more.
const FREED = 0.1

/**
 * Waits for one turn of the event loop after the other, and observes the main thread while one takes long.
 *
 * @param {string} url WebSocket URL of the inspector
 * @param {number} pid
 * @param {{ longerThanMs: number, durationSeconds: number, onStall: (stall: BlockedThread & { atSeconds: number }) =>
 *   void }} options `onStall` receives each turn that took longer; `atSeconds`: its begin, since that of the watch
 */
async function watchTurns (url, pid, { longerThanMs, durationSeconds, onStall }) {
  return withSession(url, async function (session) {
    const turn = () => session.evaluate(TURN, { awaitPromise: true })
    const beganMs = performance.now()
    let heapBytes = Number(await turn())
    for (let nowMs = beganMs; nowMs - beganMs < 1000 * durationSeconds; nowMs = performance.now()) {
      const usedSince = useOf(pid)
      const before = heapBytes
      const turned = turn().then((bytes) => {
        heapBytes = Number(bytes)
        return null
      })
      const isLate = await Promise.race([turned, wait(OBSERVED_FROM * longerThanMs, true, UNNEEDED)])
      const commands = isLate ? commandsBelow(pid) : new Map()
      const stacks = isLate ? await sampled(session, turned) : []
      const used = usedSince()
      if (1000 * used.seconds >= longerThanMs) {
        const freedBytes = before - heapBytes >= FREED * before ? before - heapBytes : 0
        // Synchronous calls return when their command has ended.
        const running = commandsBelow(pid)
        const ended = [...commands].flatMap(([child, command]) => (running.has(child) ? [] : [command]))
        const atSeconds = (nowMs - beganMs) / 1000
        onStall({ ...unanswering(null), stacks, freedBytes, ...used, commands: ended, atSeconds })
      }
      await wait(TURN_EACH_MS)
    }
  })
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
 * @param {import('./inspector').Session} session
 * @param {Promise<unknown>} over
 * @returns {Promise<CallFrame[][]>} stacks of the main thread, innermost frame first
 */
async function sampled (session, over) {
  /** @type {CallFrame[][]} */
  const stacks = []
  const ended = over.then(() => null)
  for (;;) {
    const text = await Promise.race([session.evaluate(STACK), ended])
    if (text === null) return stacks
    stacks.push(JSON.parse(String(text)))
    if ((await Promise.race([ended, wait(SAMPLE_EACH_MS, true)])) === null) return stacks
  }
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

// Enough for an application; its dependencies are not searched.
const MOST_FILES = 500
const MOST_BYTES = 1_000_000
const SOURCE_FILE = /\.[cm]?[jt]sx?$/

/**
 * @param {string} folder of an application
 * @returns {string[]} its source files, without those of packages
 */
function sourceFilesIn (folder) {
  /** @type {string[]} */
  const found = []
  const folders = [folder]
  while (folders.length > 0 && found.length < MOST_FILES) {
    const at = /** @type {string} */ (folders.shift())
    for (const entry of entriesOf(at)) {
      const name = path.join(at, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) folders.push(name)
      else if (entry.isFile() && SOURCE_FILE.test(entry.name) && fs.statSync(name).size <= MOST_BYTES) found.push(name)
    }
  }
  return found
}

/** @param {string} folder */
function entriesOf (folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // no permission
  }
}

module.exports = { blockedThread, sourceFilesIn, unanswering, watchTurns }
