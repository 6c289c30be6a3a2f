'use strict'

const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('../util/errors')
const { readProc } = require('../util/proc')
const { attach, isNode } = require('./attach')
const { childrenOf, isService } = require('./process-tree')

// Node's cluster gives each of its workers a number.
const OF_CLUSTER = /^NODE_UNIQUE_ID=(\d+)$/m
// fork() hands it to the Node that it starts.
const FORKED = /^NODE_CHANNEL_FD=/m
const BEGINS_WITHIN_MS = 2000
const LOOK_EACH_MS = 20

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
    await begun(child)
    const running = await attach(String(child)).catch(unlessOperational)
    if (running) attached.push({ running, title: titleOf(child) })
  }
  return attached
}

/**
 * Waits for a process that is to be a Node, and has not begun. It has two seconds.
 *
 * @param {number} pid
 */
async function begun (pid) {
  const untilMs = performance.now() + BEGINS_WITHIN_MS
  while (FORKED.test(environmentOf(pid)) && !isNode(pid) && performance.now() < untilMs) await wait(LOOK_EACH_MS)
}

/**
 * @param {number} pid
 * @returns {number[]} all that it has started, and what those have
 */
function below (pid) {
  return childrenOf(pid).flatMap((child) => [child, ...below(child)])
}

/**
 * @param {number} pid
 * @returns {string} a variable a line
 */
function environmentOf (pid) {
  return (readProc(`${pid}/environ`) ?? '').replaceAll('\0', '\n')
}

/** @param {number} pid */
function titleOf (pid) {
  const number = OF_CLUSTER.exec(environmentOf(pid))?.[1]
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
