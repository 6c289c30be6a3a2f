'use strict'

const { setTimeout: wait } = require('timers/promises')
const { PROBES } = require('../agent')
const { NONE, littlesLaw } = require('../load/histogram')
const { costOf, growth, merged, readingsOf, spent, sum } = require('./sample')
const { watchInside } = require('../process/process-tree')
const { isSteady } = require('./steady-state')

const COUNTS = PROBES.counts
// Buffers of pools, and those that are about to be freed: as for the finding memory-growth.
const LEAST_EXTERNAL_BYTES = 500_000

/** @typedef {import('./sample').Piece} Piece */

/** Measures one running server, in bursts and under uninterrupted load, and combines them into one sample. */
class Sampler {
  /** @type {Piece[]} */
  #bursts = []
  /** @type {Piece | null} */
  #uninterrupted = null
  #isWarm = true
  /** Whether the last unmeasured load got no response. */
  isSilent = false
  /** Median latency of the last unmeasured load, in seconds. */
  answerSeconds = 0
  #inside = () => ({ processes: 0, services: 0, threads: 0, shareBelow: NaN })

  /**
   * @param {import('../process/subject').RunningSubject} running
   * @param {import('../types/load').Generator} generator
   */
  constructor (running, generator) {
    this.running = running
    this.generator = generator
  }

  /**
   * Applies load that is not measured.
   *
   * @param {number} durationSeconds
   * @returns {Promise<import('../types/pipeline').Load>}
   */
  async drive (durationSeconds) {
    const load = await this.#load(durationSeconds)
    this.isSilent = load.requests === 0
    this.answerSeconds = load.latencyMs.p50 / 1000 || 0
    return load
  }

  /**
   * Applies load until the server's CPU per request is steady and it has served the required number of requests.
   *
   * @param {number} limitSeconds
   * @param {number} windowSeconds time between two cost measurements
   */
  async warmUp (limitSeconds, windowSeconds) {
    const { afterRequests = 0, fresh = false } = this.running.subject.load ?? {}
    if (fresh) return
    const costs = []
    let served = 0
    let seconds = 0
    let before = await this.running.processMetrics()
    while (served < afterRequests || (seconds < limitSeconds && !isSteady(costs))) {
      const load = await this.drive(windowSeconds)
      const after = await this.running.processMetrics()
      costs.push(costOf(spent(before, after)))
      served += load.requests
      seconds += load.seconds
      before = after
      if (load.requests === 0) break
    }
    this.#isWarm = isSteady(costs)
  }

  /** Starts the sample: call it before the first measured load. */
  begin () {
    this.#inside = watchInside(this.running)
  }

  /** @param {number} durationSeconds */
  async burst (durationSeconds) {
    this.#bursts.push(await this.#piece(durationSeconds, { halfway: false }))
  }

  /** @param {number} durationSeconds */
  async uninterrupted (durationSeconds) {
    this.#uninterrupted = await this.#piece(durationSeconds, { halfway: true })
  }

  /** @returns {Omit<import('../types/pipeline').Sample, 'subject' | 'round'>} of all measured loads */
  end () {
    const pieces = this.#uninterrupted ? [...this.#bursts, this.#uninterrupted] : this.#bursts
    const latency = this.#latency()
    const bursts = this.#bursts.length ? this.#bursts : pieces
    const whole = bursts.map(({ readings: [before, , after] }) => spent(before, after))
    const all = sum(whole)
    const load = merged(bursts.map(({ load }) => load))
    return {
      node: this.running.node,
      ...load,
      ...latency,
      ...(this.#bursts.length &&
        this.#uninterrupted && {
        requestsPerSecond: this.#uninterrupted.load.requestsPerSecond,
        burstRequestsPerSecond: load.requestsPerSecond
      }),
      // If the driver does not count error responses, use the server's own count.
      non2xx: Number.isNaN(load.non2xx) ? all.non2xx : load.non2xx,
      bursts: this.#bursts.length,
      summaries: readingsOf(bursts.map(({ load }) => load)),
      isWarm: this.#isWarm,
      bytesPerRequest: (load.bytesPerSecond * load.seconds) / load.requests,
      serverCpuUsPerRequest: costOf(all),
      costGrowth: growth(bursts, whole),
      serverCpuShare: all.cpuUs / 1000 / all.elapsedMs,
      loopUtilization: all.activeMs / (all.activeMs + all.idleMs),
      loopDelayMaxMs: Math.max(...pieces.map(({ readings: [, , after] }) => after.loopDelayMaxMs)),
      gcShare: all.gcMs / all.elapsedMs,
      rssBytes: pieces[pieces.length - 1].readings[2].rssBytes,
      ports: this.running.ports,
      inside: this.#inside()
    }
  }

  /**
   * Measures the memory that the server retains per request. Do not time anything meanwhile: a forced collection also
   * discards compiled code, and raises the cost of the next half second by up to a third.
   *
   * @param {number} durationSeconds
   */
  async retained (durationSeconds) {
    const before = await this.running.processMetrics('collect')
    await this.drive(durationSeconds)
    const after = await this.running.processMetrics('collect')
    const external = after.externalBytes - before.externalBytes
    const gained = after.heapUsedBytes - before.heapUsedBytes + (external >= LEAST_EXTERNAL_BYTES ? external : 0)
    return { retainedBytesPerRequest: gained / (after.requests - before.requests) }
  }

  /**
   * Counts what each request makes the server do. Do not time anything meanwhile: observing collections takes time.
   *
   * @param {number} durationSeconds
   */
  async counted (durationSeconds) {
    await this.running.probe(COUNTS, 'begin')
    await this.drive(durationSeconds)
    const { requests, ...counts } = await this.running.probe(COUNTS, 'end')
    return {
      allocatedBytesPerRequest: counts.allocatedBytes / requests,
      connectionsPerRequest: counts.connections / requests,
      outgoingPerRequest: counts.outgoing / requests
    }
  }

  /**
   * @param {number} durationSeconds
   * @param {{ halfway: boolean }} options whether to take a snapshot halfway, which would disturb a short burst
   * @returns {Promise<Piece>}
   */
  async #piece (durationSeconds, { halfway }) {
    // Reset the maximum event-loop delay, to exclude everything earlier and the time between bursts.
    const before = await this.running.processMetrics('reset')
    const [load, middle] = await Promise.all([
      this.#load(durationSeconds),
      // A fixed delay, not polling: the snapshot is due halfway through the load.
      halfway ? wait((1000 * durationSeconds) / 2).then(() => this.running.processMetrics()) : before
    ])
    const after = await this.running.processMetrics()
    return { load, readings: [before, middle, after] }
  }

  /** @param {number} durationSeconds */
  #load (durationSeconds) {
    return this.running.whileAlive(this.generator.load(durationSeconds))
  }

  #latency () {
    if (!this.#uninterrupted) return { latencyMs: NONE }
    const { load } = this.#uninterrupted
    const { latencyMs, latencyHistogram, lateMs } = load
    const isClosedLoop = this.running.subject.load?.pace === undefined
    return { latencyMs, latencyHistogram, ...(isClosedLoop ? { littlesLaw: littlesLaw(load) } : { lateMs }) }
  }
}

module.exports = { Sampler }
