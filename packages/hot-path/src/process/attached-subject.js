'use strict'

const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('../util/errors')
const { within } = require('../util/timeout')
const { passedBetween } = require('../util/traffic')
const { probeRequest } = require('./channel')
const { describe } = require('./node-process')
const { usageBelow, usageOf } = require('./process-tree')

const ANSWERS_WITHIN_MS = 5000

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

module.exports = { AttachedSubject }
