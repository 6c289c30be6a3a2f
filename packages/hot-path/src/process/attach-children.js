'use strict'

const { OperationalError } = require('../base/operational-error')
const { readProc } = require('../base/proc')
const { attach } = require('./attach')
const { childrenOf } = require('./process-tree')
const { isService } = require('./services')

// Node's cluster gives each of its workers a number.
const OF_CLUSTER = /^NODE_UNIQUE_ID=(\d+)$/

/** @typedef {import('./attach').AttachedSubject} AttachedSubject */

/**
 * Attaches to the Node processes that a server has started. Whoever gets them has to detach.
 *
 * @param {number} pid of the server
 * @param {number} [port] of the server: services that it has started beside itself are left out
 * @returns {Promise<{ running: AttachedSubject, title: string }[]>} those that can be looked into
 */
async function attachToChildren (pid, port) {
  const attached = []
  // One after another: Node opens all inspectors on the same port, but those of a cluster.
  for (const child of below(pid)) {
    if (port !== undefined && isService(child, port)) continue
    const running = await attach(String(child)).catch(unlessOperational)
    if (running) attached.push({ running, title: titleOf(child) })
  }
  return attached
}

/**
 * @param {number} pid
 * @returns {number[]} all that it has started, and what those have
 */
function below (pid) {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)])
}

/** @param {number} pid */
function titleOf (pid) {
  const [number] = (readProc(`${pid}/environ`) ?? '').split('\0').flatMap((text) => OF_CLUSTER.exec(text)?.[1] ?? [])
  return number ? `cluster worker ${number} (process ${pid})` : `process ${pid}`
}

/**
 * @param {unknown} err
 * @returns {null} for a child that is no Node, or has ended
 */
function unlessOperational (err) {
  if (!(err instanceof OperationalError)) throw err
  return null
}

module.exports = { attachToChildren }
