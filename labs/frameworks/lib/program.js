'use strict'

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { performance } = require('perf_hooks')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('hot-path')
const { children, freePort, isListening, logTail, usageBelow } = require('hot-path/testing')

const SUPERVISOR = path.join(__dirname, 'supervisor.js')
const START_TIMEOUT_MS = 30_000
const KNOCK_EVERY_MS = 10

/**
 * A server in any language that listens on PORT and HOST of its environment. No code of hot-path runs inside it, so
 * everything is measured from outside.
 *
 * @typedef {object} Program
 * @property {string} id
 * @property {string[]} command program and arguments
 * @property {Record<string, string>} [env] environment variables, beside PORT and HOST
 */

/**
 * Starts a program and waits until it listens.
 *
 * @param {Program} program
 * @param {string} directory for its output
 * @returns {Promise<RunningProgram>}
 * @throws {OperationalError} if it exits, or opens no port within 30 s
 */
async function startProgram ({ id, command, env }, directory) {
  const port = await freePort()
  const log = path.join(directory, `${id}.log`)
  const output = fs.openSync(log, 'w')
  const supervisor = children.start(process.execPath, [SUPERVISOR, ...command], {
    env: { ...process.env, ...env, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['pipe', output, output]
  })
  fs.closeSync(output)
  const running = new RunningProgram(id, { supervisor, port, log })
  try {
    await running.whileAlive(listening(running))
    return running
  } catch (err) {
    await running.stop()
    throw err
  }
}

/**
 * Polls the port, because a program without code of hot-path cannot report that it listens.
 *
 * @param {RunningProgram} running
 */
async function listening ({ id, address, isEnded }) {
  const untilMs = performance.now() + START_TIMEOUT_MS
  while (!(await isListening(address)) && !isEnded()) {
    if (performance.now() > untilMs) {
      throw new OperationalError(`${id} opened no port within ${START_TIMEOUT_MS / 1000} s. Does it listen on PORT?`)
    }
    await wait(KNOCK_EVERY_MS)
  }
}

class RunningProgram {
  #supervisor
  #log
  #exited
  /** @type {Promise<never>} */
  #died

  /**
   * @param {string} id
   * @param {{ supervisor: import('child_process').ChildProcess, port: number, log: string }} parts
   */
  constructor (id, { supervisor, port, log }) {
    this.id = id
    /** @type {import('hot-path').Address} */
    this.address = { host: '127.0.0.1', port }
    this.#supervisor = supervisor
    this.#log = log
    this.#exited = once(supervisor, 'exit')
    this.#died = this.#exited.then(() => {
      throw new OperationalError(`${id} ended unexpectedly. ${logTail(this.#log)}`)
    })
    this.isEnded = () => supervisor.exitCode !== null || supervisor.signalCode !== null
    this.#died.catch(() => {}) // avoids an unhandled rejection if it is not awaited
  }

  /**
   * @template T
   * @param {Promise<T>} work that needs the running program
   * @returns {Promise<T>}
   * @throws {OperationalError} if the program exits before the work has settled
   */
  async whileAlive (work) {
    return Promise.race([work, this.#died])
  }

  /** @returns {ReturnType<typeof usageBelow>} of the program and its descendants; null if it has exited */
  peek () {
    const usage = usageBelow(this.#supervisor.pid)
    return usage?.processes ? usage : null
  }

  /**
   * @returns {NonNullable<ReturnType<typeof usageBelow>>} of the program and its descendants
   * @throws {OperationalError} if it has exited
   */
  usage () {
    const usage = this.peek()
    if (!usage) throw new OperationalError(`${this.id} ended during the measurement. ${logTail(this.#log)}`)
    return usage
  }

  /** Kills the program and its descendants; safe to call again. */
  async stop () {
    children.end(this.#supervisor)
    await this.#exited
  }
}

module.exports = { startProgram, RunningProgram }
