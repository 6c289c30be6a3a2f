'use strict'

// Opens the inspector of a process that hot-path did not start, and of the workers of its cluster.

const { readBelow } = require('../../source/source')
const { OperationalError } = require('../../util/errors')
const { watchInspector } = require('../children')
const { LOOPBACK, closeInspector, openedSince } = require('../inspector')
const { BlockedProcess, unanswering } = require('./main-thread')
const { assertNode, describe, nameOf, programBelow, rootOf } = require('../node-process')
const { isInOtherLoop, listensOn, workersOf } = require('../process-tree')

const OPENS_WITHIN_MS = 8000
// A process in a synchronous call opens it only afterwards.
const OPENS_SOON_MS = 2000
const LOOK_EACH_MS = 20
const USUAL_PORT = 9229
const ANY = ['0.0.0.0', '[::]']

/** @typedef {import('../inspector').Inspector} Inspector */

/**
 * @typedef {object} Closed a process whose inspector has to be closed
 * @property {number} pid
 * @property {number[]} before ports that it listened on before
 * @property {() => void} handBack call it once the inspector is closed or about to be. If hot-path ends before that,
 *   the watchdog process closes it
 */

/** @typedef {{ pid: number | null, inspector: Inspector, wasClosed: boolean, handBack: () => void }} Opened */

/**
 * @param {string} target
 * @returns {Promise<Opened & { workers: Closed[] }>} `workers`: of a cluster. Node opens their inspectors together with
 *   that of the primary process
 * @throws {OperationalError}
 */
async function openTarget (target) {
  if (!/^\d+$/.test(target)) {
    return { pid: null, inspector: inspectorAt(target), wasClosed: false, handBack () {}, workers: [] }
  }
  const pid = programBelow(Number(target))
  readBelow(rootOf(pid))
  const workers = workersOf(pid).map(function (pid) {
    const before = listensOn(pid)
    return { pid, before, handBack: watchInspector(pid, before) }
  })
  return { ...(await openInspectorOf({ pid, before: listensOn(pid) })), workers }
}

/**
 * @param {Omit<Closed, 'handBack'>} closed
 * @param {number} [withinMs]
 * @returns {Promise<Opened>}
 * @throws {OperationalError}
 */
async function openInspectorOf ({ pid, before }, withinMs = OPENS_WITHIN_MS) {
  assertNode(pid)
  const handBack = watchInspector(pid, before)
  const soonMs = isInOtherLoop(pid) ? OPENS_SOON_MS : withinMs
  process.kill(pid, 'SIGUSR1')
  const inspector = await openedSince(pid, before, soonMs)
  if (inspector) return { pid, inspector, wasClosed: true, handBack }
  if (isInOtherLoop(pid)) {
    const blocked = new BlockedProcess(pid, describe(pid), unanswering(pid, OPENS_SOON_MS / 1000))
    blocked.isRestored = false
    blocked.message += ' Its inspector opens when the call returns, and is closed again if that is within ten minutes.'
    throw blocked
  }
  // The signal has no effect if the inspector is already open.
  if (before.includes(USUAL_PORT)) {
    handBack()
    return { pid, inspector: { host: '127.0.0.1', port: USUAL_PORT }, wasClosed: false, handBack }
  }
  throw new OperationalError(
    `${nameOf(pid)} did not open its inspector. Was it started with --disable-sigusr1, does it handle SIGUSR1 itself, does another program use port ${USUAL_PORT}, or does its main thread run native code for long? ` +
      'If its inspector is already open, give its address: npx hot-path attach 127.0.0.1:<port>.'
  )
}

/** @param {Closed[]} workers whose inspectors may be open */
async function closeWorkers (workers) {
  for (const { pid, before, handBack } of workers) {
    const inspector = await openedSince(pid, before, LOOK_EACH_MS)
    if (!inspector || (await closeInspector(pid, inspector))) handBack()
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
    throw new OperationalError(`${host} is another machine. Run hot-path there. Anyone who can reach an inspector can control its process, so bind it to 127.0.0.1.`)
  }
  return { host, port: Number(port) }
}

module.exports = { OPENS_SOON_MS, closeWorkers, openInspectorOf, openTarget }
