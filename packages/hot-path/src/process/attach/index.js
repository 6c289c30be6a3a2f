'use strict'

// Attaches to a running process that hot-path did not start. The process continues after hot-path detaches.

const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const { loadAgent } = require('./send')
const { OperationalError, unlessOperational } = require('../../util/errors')
const { within } = require('../../util/timeout')
const { AttachedSubject } = require('./subject')
const { openChannel } = require('../channel')
const { Late, closeInspector, urlOf, withSession } = require('../inspector')
const { BlockedProcess, assertResponsive } = require('./main-thread')
const { nameOf } = require('../node-process')
const { OPENS_SOON_MS, closeWorkers, openInspectorOf, openTarget } = require('./open-inspector')

// A process with a full event loop takes seconds to load hot-path.
const ANSWERS_WITHIN_MS = 15_000
const ANSWERS_SOON_MS = 500
const BEGINS_WITHIN_MS = 2000
const LOOK_EACH_MS = 20
// A cluster worker may be busy, or another process may have the port.
const MOST_ATTEMPTS = 3
// agent/attached.js sets the last value: two attachments would undo each other's changes in the wrong order.
const WHO = '[process.pid, performance.nodeTiming.loopStart, Number(Symbol.for("hot-path.attached") in process)].join(" ")'

/** @typedef {import('../inspector').Inspector} Inspector */
/** @typedef {import('./open-inspector').Closed} Closed */
/** @typedef {import('./open-inspector').Opened} Opened */

/**
 * @param {string} target a process id, or `host:port` of an inspector that is open
 * @returns {Promise<AttachedSubject>} also attached to the workers, if it is the primary process of a cluster
 * @throws {OperationalError} if there is no such process, it is not a Node.js process, or it cannot be attached to
 */
async function attach (target) {
  const opened = await openTarget(target)
  try {
    const running = await attachThrough(opened, target)
    running.workers = await attachToWorkers(opened.workers)
    return running
  } catch (err) {
    await closeWorkers(opened.workers)
    throw err
  }
}

/**
 * @param {Closed[]} workers
 * @returns {Promise<AttachedSubject[]>} those that could be attached to
 */
async function attachToWorkers (workers) {
  const attached = []
  for (const worker of workers) {
    let running = null
    for (let i = 0; i < MOST_ATTEMPTS && !running; i++) {
      const opened = await openInspectorOf(worker, OPENS_SOON_MS).catch(unlessOperational)
      running = opened && (await attachThrough(opened, nameOf(worker.pid)).catch(unlessOperational))
    }
    if (running) attached.push(running)
  }
  return attached
}

/**
 * Loads hot-path into a process.
 *
 * @param {Opened} opened
 * @param {string} target as the user gave it
 * @returns {Promise<AttachedSubject>}
 * @throws {OperationalError}
 */
async function attachThrough ({ pid, inspector, wasClosed, handBack }, target) {
  const name = pid === null ? target : nameOf(pid)
  const channel = await openChannel()
  try {
    await withSession(await urlOf(inspector, target), async function (session) {
      const isOwn = await isAnsweringOwn(session, { pid, inspector })
      await assertResponsive(session, { name, pid })
      if (!isOwn) await assertOwn(session, { pid, inspector })
      if (pid === null) await assertNear(session, inspector)
      const isThere = once(channel, 'started')
      const late = () => new OperationalError(`${name} does not respond: its event loop is blocked, or it cannot reach 127.0.0.1.`)
      await within(loadAgent(session, { ...channel.address, wasClosed }), ANSWERS_WITHIN_MS, late)
      await within(isThere, ANSWERS_WITHIN_MS, late)
      if (!wasClosed) return
      channel.send('close-inspector')
      handBack()
      await session.closed(ANSWERS_WITHIN_MS)
    })
    return new AttachedSubject(channel)
  } catch (err) {
    channel.close()
    if (pid !== null && wasClosed) {
      const blocked = err instanceof BlockedProcess ? err.blocked : null
      const isInNative = blocked?.stack.length === 0 // its inspector cannot answer
      if (!isInNative && (await closeInspector(pid, inspector, { turns: !blocked }))) handBack()
      else if (err instanceof OperationalError) {
        if (err instanceof BlockedProcess) err.isRestored = false
        err.message += ` Its inspector may still be open to programs on this machine, on ${inspector.host}:${inspector.port}. It closes if the process resumes within ten minutes, or when the process ends.`
      }
    }
    throw err
  }
}

/**
 * @param {import('../inspector').Session} session
 * @param {{ pid: number | null, inspector: Inspector }} expected
 * @returns {Promise<boolean>} false if its main thread does not answer soon
 * @throws {OperationalError} as for assertOwn
 */
async function isAnsweringOwn (session, expected) {
  try {
    await assertOwn(session, expected, ANSWERS_SOON_MS)
    return true
  } catch (err) {
    if (err instanceof Late) return false
    throw err
  }
}

/**
 * @param {import('../inspector').Session} session
 * @param {{ pid: number | null, inspector: Inspector }} expected `pid`: null if the user gave an address
 * @param {number} [withinMs] time limit of an answer
 * @returns {Promise<number>} its process id
 * @throws {OperationalError} if it is another process, has not started yet, or another hot-path is attached to it
 */
async function assertOwn (session, { pid, inspector: { host, port } }, withinMs = ANSWERS_WITHIN_MS) {
  const ask = async () => String(await session.ask(WHO, withinMs)).split(' ').map(Number)
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
    throw new OperationalError(`the inspector at ${host}:${port} belongs to ${nameOf(found)}, not to ${nameOf(pid)}. ${nameOf(found)} was not changed.`)
  }
  if (looks > 0) throw new OperationalError(`another hot-path is attached to ${nameOf(found)}. Wait until it has finished.`)
  return found
}

/**
 * Checks that the process at an address is not behind a forwarded port: its ids mean other processes here, and it could
 * not connect to hot-path.
 *
 * @param {import('../inspector').Session} session
 * @param {Inspector} inspector
 * @throws {OperationalError} if it runs on another machine, or in other namespaces
 */
async function assertNear (session, { host, port }) {
  const there = await session.ask(`(${placeIn})(require)`, ANSWERS_WITHIN_MS)
  const here = placeIn(require)
  if (here !== '' && there !== '' && here !== there) {
    throw new OperationalError(`the process at ${host}:${port} runs on another machine or in a container. Run hot-path there.`)
  }
}

/**
 * Runs here and inside the process, which evaluates its source text, so it must not use outer variables.
 *
 * @param {NodeJS.Require} require
 * @returns {string} identifies the machine since its start, and the namespaces; empty without /proc
 */
function placeIn (require) {
  const { readFileSync, readlinkSync } = require('fs')
  try {
    const namespaces = ['net', 'pid'].map((name) => readlinkSync(`/proc/self/ns/${name}`))
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), ...namespaces].join(' ')
  } catch {
    return ''
  }
}

module.exports = { assertNear, assertOwn, attach }
