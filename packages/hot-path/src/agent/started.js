'use strict'

// Part of preload.js: runs inside the subject.

const { ChildProcess } = require('child_process')
const { EventEmitter } = require('events')
const { disguised } = require('./disguise')

const { once } = EventEmitter.prototype

/**
 * @typedef {{ processes: number, threads: number }} Started child processes and worker threads, without the main thread
 */

const alive = { processes: 0, threads: 0 }

/**
 * Counts the child processes and the worker threads of the main thread that are alive, and tells of each new maximum. A
 * server that starts one for each request is told of a few times only.
 *
 * Worker threads are counted by the event `worker` of the process (https://nodejs.org/api/process.html#event-worker),
 * child processes where they are started, because not every version of Node that we run on tells of these.
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

/** @returns {Started} that are alive now */
function startedNow () {
  return { ...alive }
}

module.exports = { countStarted, startedNow }
