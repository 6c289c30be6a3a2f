'use strict'

const { once } = require('events')
const { availableParallelism } = require('os')
const path = require('path')
const { performance } = require('perf_hooks')
const { Worker } = require('worker_threads')
const { OperationalError } = require('../util/errors')
const { mergedLatencies } = require('./histogram')

/** @typedef {import('../types/pipeline').Load} Load */
/** @typedef {import('../types/pipeline').Workload} Workload */

const THREAD = path.join(__dirname, 'worker.js')
const MOST = 4

/**
 * Returns the default number of load generator threads. One JavaScript thread generates at most the load that a Node
 * server answers on one core. On two cores the server needs the other one; with more cores, half of them send.
 *
 * @param {number} [cores]
 * @returns {number}
 */
function usualWorkers (cores = availableParallelism()) {
  return cores > 2 ? Math.min(MOST, Math.ceil(cores / 2)) : 1
}

/** A closed loop whose connections are distributed over worker threads. It does not report individual responses. */
class Workers {
  #threads
  #workload

  /**
   * @param {import('../types/pipeline').Address} address
   * @param {Workload} workload with `workers`
   * @param {Record<string, string>} headers
   */
  constructor (address, workload, headers) {
    this.#workload = workload
    this.#threads = sharesOf(workload).map(
      (connections) => new Worker(THREAD, { workerData: { address, workload: { ...workload, connections }, headers } })
    )
  }

  /** Waits until every connection is open, or has failed to open. */
  async opened () {
    await Promise.all(this.#threads.map((thread) => once(thread, 'message')))
  }

  /**
   * @param {number} durationSeconds how long requests are sent
   * @param {import('../types/load').Listeners} [listeners] only `onProgress` is used
   * @returns {Promise<Load>}
   * @throws {OperationalError} if the system has no more sockets, or a thread fails
   */
  async load (durationSeconds, { onProgress = () => {} } = {}) {
    const cpu = process.cpuUsage()
    const begun = performance.now()
    const results = await Promise.all(
      this.#threads.map(async function (thread, i) {
        if (i === 0) thread.on('message', ({ progress }) => progress !== undefined && onProgress(progress))
        thread.postMessage(durationSeconds)
        return resultOf(thread)
      })
    )
    this.#threads[0].removeAllListeners('message')
    const failure = results.find(({ failure }) => failure)?.failure
    if (failure) throw new OperationalError(failure)
    const { user, system } = process.cpuUsage(cpu)
    const generatorCpuShare = (user + system) / 1000 / (performance.now() - begun)
    return { ...together(results.map(({ load }) => load)), connections: this.#workload.connections, generatorCpuShare }
  }

  /** Ends the threads, and with them a running load, for example when the server has ended. */
  close () {
    for (const thread of this.#threads) thread.terminate()
  }
}

/**
 * @param {Worker} thread
 * @returns {Promise<{ load: Load, failure?: string }>} the message at the end of its load; without `load` if it
 *   failed or was ended
 */
function resultOf (thread) {
  return new Promise(function (resolve) {
    const take = (/** @type {any} */ message) => {
      if (message.load || message.failure) settle(message)
    }
    const end = () => settle({ failure: 'the load was stopped early' })
    const broken = (/** @type {Error} */ err) => settle({ failure: `a thread of the load generator failed: ${err.message}` })
    const settle = (/** @type {any} */ result) => {
      thread.off('message', take)
      thread.off('exit', end)
      thread.off('error', broken)
      resolve(result)
    }
    thread.on('message', take)
    thread.on('exit', end)
    thread.on('error', broken)
  })
}

/** @param {Workload} workload */
function sharesOf ({ connections, workers = 1 }) {
  const count = Math.min(workers, connections)
  return Array.from({ length: count }, (_, i) => Math.floor((connections + i) / count))
}

/**
 * @param {Load[]} loads simultaneous loads
 * @returns {Load}
 */
function together (loads) {
  const total = (/** @type {(load: Load) => number} */ read) => loads.reduce((all, load) => all + read(load), 0)
  return {
    ...loads[0],
    ...mergedLatencies(loads),
    seconds: Math.max(...loads.map(({ seconds }) => seconds)),
    requests: total(({ requests }) => requests),
    requestsPerSecond: total(({ requestsPerSecond }) => requestsPerSecond),
    bytesPerSecond: total(({ bytesPerSecond }) => bytesPerSecond),
    non2xx: total(({ non2xx }) => non2xx),
    expected: total(({ expected }) => expected),
    errors: total(({ errors }) => errors),
    timeouts: total(({ timeouts }) => timeouts),
    generatorUtilization: total(({ generatorUtilization }) => generatorUtilization) / loads.length
  }
}

module.exports = { Workers, sharesOf, usualWorkers }
