'use strict'

const { setTimeout: wait } = require('timers/promises')
const { unlessOperational } = require('../util/errors')
const { readProc } = require('../util/proc')
const { attach } = require('../process/attach')
const { isNode, nameOf } = require('../process/node-process')
const { childrenOf, isService } = require('../process/process-tree')

// Node's cluster module sets this variable in each worker: the worker's number.
const OF_CLUSTER = /^NODE_UNIQUE_ID=(\d+)$/m
// fork() sets this variable in the Node.js process that it starts.
const FORKED = /^NODE_CHANNEL_FD=/m
const BEGINS_WITHIN_MS = 2000
const LOOK_EACH_MS = 20

/** @typedef {import('../process/attach/subject').AttachedSubject} AttachedSubject */

/**
 * Attaches to the Node.js descendants of a server. The caller has to detach from those that are not in `workers`.
 *
 * @param {number} pid process id of the server
 * @param {{ port?: number, workers: AttachedSubject[] }} known `port`: of the server; if given, services (see
 *   `isService`) are skipped; `workers`: attached already
 * @returns {Promise<{ running: AttachedSubject, title: string }[]>} the processes that could be attached to
 */
async function attachToChildren (pid, { port, workers }) {
  const attached = []
  // Attach sequentially: all inspectors open on the same port, except those of cluster workers.
  for (const child of below(pid)) {
    if (port !== undefined && isService(child, port)) continue
    await begun(child)
    const worker = workers.find((one) => one.pid === child)
    const running = worker ?? (await attach(String(child)).catch(unlessOperational))
    if (running) attached.push({ running, title: titleOf(child) })
  }
  return attached
}

/**
 * Waits, for up to 2 s, until a forked process runs Node.js and handles SIGUSR1.
 *
 * @param {number} pid
 */
async function begun (pid) {
  const untilMs = performance.now() + BEGINS_WITHIN_MS
  while (FORKED.test(environmentOf(pid)) && !isNode(pid) && performance.now() < untilMs) await wait(LOOK_EACH_MS)
}

/**
 * @param {number} pid
 * @returns {number[]} process ids of all descendants
 */
function below (pid) {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)])
}

/**
 * @param {number} pid
 * @returns {string} environment variables, one per line
 */
function environmentOf (pid) {
  return (readProc(`${pid}/environ`) ?? '').replaceAll('\0', '\n')
}

/** @param {number} pid */
function titleOf (pid) {
  const number = OF_CLUSTER.exec(environmentOf(pid))?.[1]
  return number ? `cluster worker ${number} (process ${pid})` : nameOf(pid)
}

module.exports = { attachToChildren }
