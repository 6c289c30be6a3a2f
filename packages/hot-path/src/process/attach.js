'use strict'

// Attaches to a running process that hot-path did not start. The process continues after hot-path detaches.

const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const { ATTACHED } = require('../agent')
const { OperationalError } = require('../util/errors')
const { within } = require('../util/timeout')
const { AttachedSubject } = require('./attached-subject')
const { openChannel } = require('./channel')
const { watchInspector } = require('./children')
const { Late, LOOPBACK, closeInspector, evaluate, openedSince, urlOf } = require('./inspector')
const { BlockedProcess, assertResponsive, unanswering } = require('./main-thread')
const { assertNode, describe, programBelow } = require('./node-process')
const { isInOtherLoop, listensOn } = require('./process-tree')

const OPENS_WITHIN_MS = 8000
// A process in a synchronous call opens it only afterwards.
const OPENS_SOON_MS = 2000
const ANSWERS_WITHIN_MS = 5000
const ANSWERS_SOON_MS = 500
const BEGINS_WITHIN_MS = 2000
const LOOK_EACH_MS = 20
const USUAL_PORT = 9229
// agent/attached.js sets the last value: two attachments would undo each other's changes in the wrong order.
const WHO = '[process.pid, performance.nodeTiming.loopStart, Number(Symbol.for("hot-path.attached") in process)].join(" ")'
const ANY = ['0.0.0.0', '[::]']

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

module.exports = { assertOwn, attach, inspectorAt, openInspectorOf }
