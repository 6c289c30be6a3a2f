'use strict'

// Attaches to a running process that hot-path did not start. The process continues after hot-path detaches.

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { ATTACHED } = require('../agent')
const { OperationalError } = require('../util/errors')
const { printable } = require('../util/printable')
const { commandLineOf } = require('../util/proc')
const { within } = require('../util/timeout')
const { openChannel, probeRequest } = require('./channel')
const { watchInspector } = require('./children')
const { Late, LOOPBACK, closeInspector, evaluate, isPaused, openedSince, stateOf, urlOf } = require('./inspector')
const { judgeByEntry } = require('../util/frame-kind')
const { readSource } = require('../source/source')
const { blockedBy, blockedText, LITTLE_CPU } = require('../source/blocked')
const { blockedThread, sourceFilesIn, unanswering, watchTurns } = require('./main-thread')
const { countOptions } = require('../config/start-script')
const { passedBetween } = require('./traffic')
const { childrenOf, isInOtherLoop, listensOn, usageBelow, usageOf } = require('./process-tree')

const OPENS_WITHIN_MS = 8000
// A process in a synchronous call opens it only afterwards.
const OPENS_SOON_MS = 2000
const ANSWERS_WITHIN_MS = 5000
const ANSWERS_SOON_MS = 500
const BEGINS_WITHIN_MS = 2000
const LOOK_EACH_MS = 20
// Bit of SIGUSR1 in the mask of signals that a process catches. Source: signal(7), proc_pid_status(5).
const SIGUSR1_BIT = 1n << 9n
const USUAL_PORT = 9229
// agent/attached.js sets the last value: two attachments would undo each other's changes in the wrong order.
const WHO = '[process.pid, performance.nodeTiming.loopStart, Number(Symbol.for("hot-path.attached") in process)].join(" ")'
// node, nodejs, node-22. SIGUSR1 may terminate any other program.
const PROGRAM = /^node(js)?(-?[\d.]+)?$/
const ANY = ['0.0.0.0', '[::]']
const WATCH = /^--watch(-path)?(=|$)/

/** @typedef {import('./inspector').Inspector} Inspector */

/**
 * @param {string} target a process id, or `host:port` of an inspector that is open
 * @returns {Promise<AttachedSubject>}
 * @throws {OperationalError} if there is no such process, it is not a Node.js process, or it cannot be attached to
 */
async function attach (target) {
  const pid = /^\d+$/.test(target) ? programBelow(Number(target)) : null
  const beganMs = performance.now()
  const opened = pid === null ? null : await openInspectorOf(pid)
  const waitedMs = performance.now() - beganMs
  const inspector = opened?.inspector ?? inspectorAt(target)
  const channel = await openChannel()
  try {
    const url = await urlOf(inspector, target)
    const isOwn = await isAnsweringOwn(url, { pid, inspector })
    await assertResponsive(url, { target, pid, waitedMs })
    if (!isOwn) await assertOwn(url, { pid, inspector })
    const { port } = /** @type {import('net').AddressInfo} */ (channel.server.address())
    const isThere = once(channel, 'started')
    await evaluate(url, expression({ port, token: channel.token, wasClosed: opened !== null && opened.wasClosed }))
    const late = () => new OperationalError(`${target} does not respond: its event loop is blocked, or it cannot reach 127.0.0.1.`)
    await within(isThere, ANSWERS_WITHIN_MS, late)
    if (opened?.wasClosed) {
      channel.send('close-inspector')
      opened.handBack()
    }
    return new AttachedSubject(channel)
  } catch (err) {
    channel.close()
    if (pid !== null && opened?.wasClosed) {
      const blocked = err instanceof BlockedProcess ? err.blocked : null
      const isInNative = blocked?.stack.length === 0 // its inspector cannot answer
      if (!isInNative && (await closeInspector(pid, inspector, { turns: !blocked }))) opened.handBack()
      else if (err instanceof OperationalError) {
        if (err instanceof BlockedProcess) err.isRestored = false
        err.message += ` Its inspector may still be open to programs on this machine, on ${inspector.host}:${inspector.port}. It closes if the process resumes within ten minutes, or when the process ends.`
      }
    }
    throw err
  }
}

/**
 * Watches for stalls of a running process: turns of its event loop that take long. Its inspector stays open meanwhile.
 *
 * @param {string} target a process id, or `host:port` of an inspector that is open
 * @param {{ longerThanMs: number, durationSeconds: number, onStart: (process: { pid: number, file: string }) => void,
 *   onStall: (stall: import('../types/records').Stall) => void }} options
 * @throws {OperationalError} as for `attach`, and if the process ends meanwhile
 */
async function watchStalls (target, { onStart, onStall, ...options }) {
  let pid = /^\d+$/.test(target) ? programBelow(Number(target)) : null
  const opened = pid === null ? null : await openInspectorOf(pid)
  const inspector = opened?.inspector ?? inspectorAt(target)
  try {
    const url = await urlOf(inspector, target)
    await assertOwn(url, { pid, inspector })
    pid ??= Number(await evaluate(url, 'process.pid'))
    const subject = describe(pid)
    judgeByEntry(subject)
    const files = sourceFilesIn(path.dirname(subject.entry))
    onStart({ pid, file: subject.file })
    await watchTurns(url, pid, {
      ...options,
      onStall: ({ atSeconds, ...thread }) => onStall({ atSeconds, ...blockedBy(thread, { files, readSource }) })
    })
  } catch (err) {
    if (pid !== null && (await isEnding(pid))) throw new OperationalError(`process ${pid} has ended.`, { cause: err })
    throw err
  } finally {
    if (opened?.wasClosed && (await closeInspector(Number(pid), inspector))) opened.handBack()
  }
}

/**
 * @param {number} pid of a process whose inspector has failed
 * @returns {Promise<boolean>} whether it has ended, or ends at once: its connections close a moment earlier
 */
async function isEnding (pid) {
  const untilMs = performance.now() + ANSWERS_SOON_MS
  while (stateOf(pid) !== null && performance.now() < untilMs) await wait(LOOK_EACH_MS)
  return stateOf(pid) === null
}

/** A process whose event loop is blocked, with the observations of its main thread. */
class BlockedProcess extends OperationalError {
  /**
   * @param {number | null} pid
   * @param {import('../types/pipeline').Subject | null} subject
   * @param {import('../types/source').BlockedThread} thread
   */
  constructor (pid, subject, thread) {
    const files = subject && thread.stacks.length === 0 ? sourceFilesIn(path.dirname(subject.entry)) : []
    super('')
    this.pid = pid
    this.file = subject?.file ?? ''
    this.blocked = blockedBy(thread, { files, readSource })
    this.isRestored = true // false if its inspector may still be open
    this.message = blockedText(this)
  }
}

/**
 * @param {string} url of an inspector
 * @param {{ pid: number | null, inspector: Inspector }} expected
 * @returns {Promise<boolean>} false if its main thread does not answer soon
 * @throws {OperationalError} as for assertOwn
 */
async function isAnsweringOwn (url, expected) {
  try {
    await assertOwn(url, expected, ANSWERS_SOON_MS)
    return true
  } catch (err) {
    if (err instanceof Late) return false
    throw err
  }
}

/**
 * @param {string} url of an inspector
 * @param {{ target: string, pid: number | null, waitedMs: number }} expected `waitedMs`: time that it took to open the
 *   inspector
 * @throws {OperationalError} if the event loop does not turn
 */
async function assertResponsive (url, { target, pid, waitedMs }) {
  const thread = await blockedThread(url, pid, waitedMs)
  if (!thread) return
  const isIdle = !(Number(thread.cpuShare) >= LITTLE_CPU)
  if (isIdle && (await isPaused(url).catch(() => false))) {
    throw new OperationalError(`a debugger has paused ${target}, for example at a breakpoint. Resume it first.`)
  }
  const subject = pid === null ? null : describe(pid)
  if (subject) judgeByEntry(subject)
  throw new BlockedProcess(pid, subject, thread)
}

/**
 * @param {string} url of an inspector
 * @param {{ pid: number | null, inspector: Inspector }} expected `pid`: null if the user gave an address
 * @param {number} [withinMs] time limit of an answer
 * @throws {OperationalError} if it is another process, has not started yet, or another hot-path is attached to it
 */
async function assertOwn (url, { pid, inspector: { host, port } }, withinMs = ANSWERS_WITHIN_MS) {
  const ask = async () => String(await evaluate(url, WHO, withinMs)).split(' ').map(Number)
  const untilMs = performance.now() + BEGINS_WITHIN_MS
  let who = await ask()
  // A cluster worker's inspector answers before its event loop has started.
  while (who[1] < 0 && performance.now() < untilMs) {
    await wait(LOOK_EACH_MS)
    who = await ask()
  }
  const [found, loopStartMs, looks] = who
  if (loopStartMs < 0) {
    // Check this first: the process id is not available until then.
    throw new OperationalError(`the process at ${host}:${port} has not started yet: a debugger has paused it (--inspect-brk), or it is still loading. Resume it first.`)
  }
  if (pid !== null && found !== pid) {
    throw new OperationalError(`the inspector at ${host}:${port} belongs to process ${found}, not to ${pid}. Process ${found} was not changed.`)
  }
  if (looks > 0) throw new OperationalError(`another hot-path is attached to process ${found}. Wait until it has finished.`)
}

/** A process that hot-path did not start, with the interface that instruments use. */
class AttachedSubject {
  #channel
  #hasEnded = false
  /** @type {Promise<never>} */
  #died

  /** @param {import('./channel').Channel} channel */
  constructor (channel) {
    this.#channel = channel
    this.pid = Number(channel.pid)
    this.node = String(channel.node)
    this.started = { processes: 0, threads: 0 } // unknown: what started before the attachment was not counted
    /** @type {import('../types/pipeline').Subject} */
    this.subject = describe(this.pid)
    this.#died = once(channel, 'gone').then(() => {
      this.#hasEnded = true
      throw new OperationalError(`process ${this.pid} has ended.`)
    })
    this.#died.catch(() => {}) // avoids an unhandled rejection if it is not awaited
  }

  /**
   * @template T
   * @param {Promise<T>} work that needs the process to run and respond
   * @returns {Promise<T>}
   * @throws {OperationalError} if the process ends first; a Hung if it becomes unresponsive
   */
  async whileAlive (work) {
    return this.#channel.whileHeard(Promise.race([work, this.#died]))
  }

  /**
   * @param {string} file absolute path of a module that exports a Probe
   * @param {string} [word] request to the probe
   * @param {string} [argument] of the request
   * @returns {Promise<any>} its reading
   * @throws {OperationalError} if the process ends first, or the probe fails
   */
  async probe (file, word = 'read', argument = '') {
    const reading = await this.#read(probeRequest(file, word, argument))
    if (reading.probeFailed) throw new OperationalError(`process ${this.pid} cannot be inspected: ${reading.probeFailed}`)
    return reading
  }

  /**
   * Observes the process's existing traffic for a fixed time.
   *
   * @param {number} seconds
   * @returns {Promise<import('../types/pipeline').PassedTraffic>}
   */
  async traffic (seconds) {
    const passed = await this.passing()
    await this.whileAlive(wait(1000 * seconds)) // the observation time
    return passed()
  }

  /** @returns {Promise<() => Promise<import('../types/pipeline').PassedTraffic>>} returns the traffic since */
  async passing () {
    const before = await this.#read('processMetrics')
    return async () => passedBetween(before, await this.#read('processMetrics'))
  }

  /** @returns {ReturnType<usageOf>} usage of the process and its descendants; null if it has ended */
  usage () {
    return usageOf(this.pid)
  }

  /** @returns {ReturnType<usageBelow>} usage of its descendants; null if it has ended */
  usageBelow () {
    return usageBelow(this.pid)
  }

  /** Detaches, and restores the original state of the process. */
  async detach () {
    if (this.#hasEnded) return this.#channel.close()
    const gone = once(this.#channel, 'gone')
    this.#channel.send('detach')
    await within(gone, ANSWERS_WITHIN_MS, () => new OperationalError(`process ${this.pid} does not respond: its event loop is blocked. Its original state is restored as soon as its event loop is free.`))
      .finally(() => this.#channel.close())
  }

  /** @param {string} word */
  async #read (word) {
    return Promise.race([this.#channel.ask(word), this.#died])
  }
}

/**
 * @param {number} pid
 * @returns {import('../types/pipeline').Subject}
 */
function describe (pid) {
  const [, ...words] = commandLineOf(pid)
  const cwd = readLink(() => fs.readlinkSync(`/proc/${pid}/cwd`)) ?? process.cwd()
  const file = printable(words[countOptions(words)] ?? `process ${pid}`)
  return { id: `process-${pid}`, title: file, file, entry: path.resolve(cwd, file), path: '/', cwd }
}

/**
 * @template T
 * @param {() => T} read
 * @returns {T | null} null if it cannot be read
 */
function readLink (read) {
  try {
    return read()
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {number} the process that runs the program, if this one only watches its files (`node --watch`)
 */
function programBelow (pid) {
  const [, ...words] = commandLineOf(pid)
  const isWatching = words.slice(0, countOptions(words)).some((word) => WATCH.test(word))
  return (isWatching && childrenOf(pid).find(isNode)) || pid
}

/**
 * @param {number} pid
 * @returns {Promise<{ inspector: Inspector, wasClosed: boolean, handBack: () => void }>} `handBack`: call it
 *   once the inspector is closed or about to be. If hot-path ends before that, the watchdog process closes it
 * @throws {OperationalError}
 */
async function openInspectorOf (pid) {
  assertNode(pid)
  const before = listensOn(pid)
  const handBack = watchInspector(pid, before)
  const withinMs = isInOtherLoop(pid) ? OPENS_SOON_MS : OPENS_WITHIN_MS
  process.kill(pid, 'SIGUSR1')
  const inspector = await openedSince(pid, before, withinMs)
  if (!inspector && isInOtherLoop(pid)) {
    const blocked = new BlockedProcess(pid, describe(pid), unanswering(pid, OPENS_SOON_MS / 1000))
    blocked.isRestored = false
    blocked.message += ' Its inspector opens when the call returns, and is closed again if that is within ten minutes.'
    throw blocked
  }
  if (inspector) return { inspector, wasClosed: true, handBack }
  // The signal has no effect if the inspector is already open.
  if (before.includes(USUAL_PORT)) {
    handBack()
    return { inspector: { host: '127.0.0.1', port: USUAL_PORT }, wasClosed: false, handBack }
  }
  throw new OperationalError(
    `process ${pid} did not open its inspector. Was it started with --disable-sigusr1, does it handle SIGUSR1 itself, does another program use port ${USUAL_PORT}, or does its main thread run native code for long? ` +
      'If its inspector is already open, give its address: npx hot-path attach 127.0.0.1:<port>.'
  )
}

/**
 * Checks that SIGUSR1 can be sent. It terminates a process without a handler, so only Node.js processes get it.
 *
 * @param {number} pid
 * @throws {OperationalError}
 */
function assertNode (pid) {
  if (process.platform !== 'linux') {
    throw new OperationalError('attaching by process id works on Linux only. On other systems, start the process with --inspect and give its address: npx hot-path attach 127.0.0.1:9229.')
  }
  try {
    process.kill(pid, 0)
  } catch (err) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (err)
    throw new OperationalError(code === 'EPERM' ? `process ${pid} belongs to another user.` : `there is no process ${pid}.`)
  }
  assertHere(pid)
  if (!isNode(pid)) {
    throw new OperationalError(`process ${pid} is not an attachable Node.js process (${programOf(pid) || 'its program cannot be read'}).`)
  }
  if (pid === process.pid) throw new OperationalError(`process ${pid} is hot-path itself.`)
  if (/[Tt]/.test(stateOf(pid) ?? '')) {
    throw new OperationalError(`process ${pid} is stopped, by a signal or a debugger. Resume it first: kill -CONT ${pid}`)
  }
}

/**
 * @param {number} pid
 * @returns {boolean} whether it is a Node.js process that handles SIGUSR1
 */
function isNode (pid) {
  const status = readLink(() => fs.readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ''
  const caught = BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1] ?? '0'}`)
  return PROGRAM.test(path.basename(programOf(pid))) && Boolean(caught & SIGUSR1_BIT)
}

/** @param {number} pid */
function programOf (pid) {
  return readLink(() => fs.readlinkSync(`/proc/${pid}/exe`)) ?? ''
}

/**
 * Checks that a process shares hot-path's namespaces. From the host, the inspector of a process in a container is not
 * reachable, and another program may listen on its port.
 *
 * @param {number} pid
 * @throws {OperationalError} if its network or PID namespace differs
 */
function assertHere (pid) {
  const differs = ['net', 'pid'].some(function (namespace) {
    const [own, other] = ['self', pid].map((of) => readLink(() => fs.readlinkSync(`/proc/${of}/ns/${namespace}`)))
    return own !== null && other !== null && own !== other
  })
  if (differs) {
    throw new OperationalError(`process ${pid} runs in another namespace, for example in a container. Run hot-path there: docker exec -it <container> npx hot-path attach <its process id there>.`)
  }
}

/**
 * @param {string} target
 * @returns {Inspector}
 * @throws {OperationalError}
 */
function inspectorAt (target) {
  const [, host, port] = /^(?:ws:\/\/|http:\/\/)?(\[[\d:a-f]+\]|[\w.-]+):(\d+)(?:\/.*)?$/.exec(target) ?? []
  if (!host) throw new OperationalError(`${JSON.stringify(target)} is neither a process id nor the host:port of an inspector.`)
  if (ANY.includes(host)) {
    throw new OperationalError(`${host} means every address of this machine: an inspector there is open to the whole network. Start the process with --inspect=127.0.0.1:${port}, and give that address.`)
  }
  if (!LOOPBACK.includes(host)) {
    throw new OperationalError(`${host} is another machine. Anyone who can reach an inspector can control its process, so forward its port instead: ssh -L 9229:127.0.0.1:9229 ${host}`)
  }
  return { host, port: Number(port) }
}

/**
 * @param {object} line address of the control channel, and options (see agent/attached.js)
 * @returns {string} JavaScript that the process runs
 */
function expression (line) {
  const loaded = 'Object.keys(require.cache)'
  return `{ const loaded = ${loaded}; require(${JSON.stringify(ATTACHED)})({ ...${JSON.stringify(line)}, loaded }) }`
}

module.exports = { AttachedSubject, BlockedProcess, attach, isNode, watchStalls }
