'use strict'

const { once } = require('events')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('../../util/errors')
const { within } = require('../../util/timeout')
const { passedBetween, passedTogether } = require('../../util/traffic')
const { probeRequest } = require('../channel')
const { describe, nameOf } = require('../node-process')
const { usageBelow, usageOf } = require('../process-tree')

const ANSWERS_WITHIN_MS = 5000

/** A process that hot-path did not start, with the interface that instruments use. */
class AttachedSubject {
  #channel
  #hasEnded = false
  /** @type {Promise<never>} */
  #died

  /** @param {import('../channel').Channel} channel */
  constructor (channel) {
    this.#channel = channel
    this.pid = Number(channel.pid)
    this.node = String(channel.node)
    this.name = nameOf(this.pid)
    /** @type {AttachedSubject[]} of its cluster, attached at the same time */
    this.workers = []
    this.started = { processes: 0, threads: 0 } // unknown: what started before the attachment was not counted
    /** @type {import('../../types/pipeline').Subject} */
    this.subject = describe(this.pid)
    this.#died = once(channel, 'gone').then(() => {
      this.#hasEnded = true
      throw new OperationalError(`${this.name} has ended.`)
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
    if (reading.probeFailed) throw new OperationalError(`${this.name} cannot be inspected: ${reading.probeFailed}`)
    return reading
  }

  /**
   * Observes the process's existing traffic for a fixed time.
   *
   * @param {number} seconds
   * @returns {Promise<import('../../types/pipeline').PassedTraffic>}
   */
  async traffic (seconds) {
    const passed = await this.passing()
    await this.whileAlive(wait(1000 * seconds)) // the observation time
    return passed()
  }

  /** @returns {Promise<() => Promise<import('../../types/pipeline').PassedTraffic>>} returns the traffic since, also
   * of its workers */
  async passing () {
    const others = await Promise.all(this.workers.map((worker) => worker.passing()))
    const before = await this.#read('processMetrics')
    return async () => passedTogether(
      passedBetween(before, await this.#read('processMetrics')),
      await Promise.all(others.map((passed) => passed()))
    )
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
    await Promise.allSettled(this.workers.map((worker) => worker.detach()))
    if (this.#hasEnded) return this.#channel.close()
    const gone = once(this.#channel, 'gone')
    this.#channel.send('detach')
    await within(gone, ANSWERS_WITHIN_MS, () => new OperationalError(`${this.name} does not respond: its event loop is blocked. Its original state is restored as soon as its event loop is free.`))
      .finally(() => this.#channel.close())
  }

  /** @param {string} word */
  async #read (word) {
    return Promise.race([this.#channel.ask(word), this.#died])
  }
}

module.exports = { AttachedSubject }
