'use strict'

// Part of preload.js: runs inside the server under test.

const { ChildProcess } = require('child_process')
const { EventEmitter } = require('events')
const { disguised } = require('./disguise')

const { once } = EventEmitter.prototype

/**
 * @typedef {{ processes: number, threads: number }} Started child processes and worker threads, without the main thread
 */

const alive = { processes: 0, threads: 0 }

/**
 * Counts live child processes and worker threads of the main thread, and reports each new maximum. A server that
 * starts one per request therefore sends only a few messages.
 *
 * Worker threads are counted by the process event `worker` (https://nodejs.org/api/process.html#event-worker). Child
 * processes are counted in `ChildProcess.prototype.spawn`, because not all supported Node versions report them.
 *
 * @param {(most: Started) => void} send
 */
function countStarted (send) {
  const most = { ...alive }

  /**
   * @param {keyof Started} kind
   * @param {import('events').EventEmitter} one
   */
  function count (kind, one) {
    Reflect.apply(once, one, ['exit', () => alive[kind]--])
    if (++alive[kind] <= most[kind]) return
    most[kind] = alive[kind]
    send({ ...most })
  }

  process.on('worker', (worker) => count('threads', worker))
  const prototype = /** @type {any} */ (ChildProcess.prototype)
  const { spawn } = prototype
  prototype.spawn = disguised(spawn, function (/** @type {unknown[]} */ ...args) {
    const error = Reflect.apply(spawn, this, args)
    if (this.pid !== undefined) count('processes', this)
    return error
  })
}

/** @returns {Started} the current counts */
function startedNow () {
  return { ...alive }
}

module.exports = { countStarted, startedNow }
