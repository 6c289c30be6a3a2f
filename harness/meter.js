'use strict'

const { setTimeout: wait } = require('timers/promises')
const { findDriver } = require('./drivers')
const { merged } = require('./merge')
const { toWorkload } = require('./workload')

/** @typedef {import('./records').Load} Load */
/** @typedef {import('./records').Vitals} Vitals */

/**
 * Measures one running subject in one or several bursts of load, and makes one sample of them.
 */
class Meter {
  /** @type {{ load: Load, readings: Vitals[] }[]} */
  #bursts = []

  /**
   * @param {import('./subject').RunningSubject} running
   * @param {string} driver name
   */
  constructor (running, driver) {
    this.running = running
    this.driver = findDriver(driver, running.subject.load)
  }

  /**
   * Puts load on the subject that is not measured.
   *
   * @param {{ connections: number, durationSeconds: number }} asked
   * @returns {Promise<Load>}
   */
  async drive (asked) {
    const workload = toWorkload(this.running.subject, asked)
    return this.running.whileAlive(this.driver.drive(this.running.address, workload))
  }

  /**
   * Load that is not measured: once, and again until the subject has served as many requests as it has to.
   *
   * @param {{ connections: number, durationSeconds: number }} asked
   * @returns {Promise<Load>} the last one
   */
  async warmUp (asked) {
    const { afterRequests = 0 } = this.running.subject.load ?? {}
    let load
    let served = 0
    do {
      load = await this.drive(asked)
      served += load.requests
    } while (load.requests > 0 && served < afterRequests)
    return load
  }

  /**
   * Call it once, before the first burst.
   *
   * @param {{ collect?: boolean }} [options] `collect`: collect garbage first
   */
  async begin ({ collect = false } = {}) {
    if (collect) await this.running.vitals('collect')
    await this.running.vitals('reset')
  }

  /** @param {{ connections: number, durationSeconds: number }} asked */
  async burst (asked) {
    const before = await this.running.vitals()
    const [load, middle] = await Promise.all([
      this.drive(asked),
      // Not waiting for anything to happen: halfway through is a point in time.
      wait(1000 * asked.durationSeconds / 2).then(() => this.running.vitals())
    ])
    const after = await this.running.vitals()
    this.#bursts.push({ load, readings: [before, middle, after] })
  }

  /** @returns {Omit<import('./records').Sample, 'subject' | 'round'>} of all bursts together */
  end () {
    const [, , last] = this.#bursts[this.#bursts.length - 1].readings
    const whole = this.#bursts.map(({ readings: [before, , after] }) => spent(before, after))
    const all = sum(whole)
    const load = merged(this.#bursts.map(({ load }) => load))
    return {
      node: process.version,
      ...load,
      // Where the driver does not tell, the subject does.
      non2xx: Number.isNaN(load.non2xx) ? all.non2xx : load.non2xx,
      bursts: this.#bursts.length,
      bytesPerRequest: load.bytesPerSecond * load.seconds / load.requests,
      serverCpuUsPerRequest: all.cpuUs / all.requests,
      costGrowth: this.#growth(whole),
      serverCpuShare: all.cpuUs / 1000 / all.elapsedMs,
      loopUtilization: all.activeMs / (all.activeMs + all.idleMs),
      loopDelayMaxMs: last.loopDelayMaxMs,
      gcShare: all.gcMs / all.elapsedMs,
      rssBytes: last.rssBytes
    }
  }

  /**
   * What the subject keeps for each request that it has served. Not while something is timed: V8 throws code away
   * with the garbage, and a forced collection makes the next half a second up to a third dearer.
   *
   * @param {{ connections: number, durationSeconds: number }} asked
   */
  async retained (asked) {
    const before = await this.running.vitals('collect')
    await this.drive(asked)
    const after = await this.running.vitals('collect')
    return { retainedBytesPerRequest: (after.heapUsedBytes - before.heapUsedBytes) / (after.requests - before.requests) }
  }

  /**
   * @param {Spent[]} whole each burst
   * @returns {number} CPU per request in the second half over that in the first
   */
  #growth (whole) {
    const [{ readings: [before, middle, after] }] = this.#bursts
    const pieces = whole.length > 1 ? whole : [spent(before, middle), spent(middle, after)]
    const half = pieces.length / 2
    const [first, second] = [sum(pieces.slice(0, Math.floor(half))), sum(pieces.slice(Math.ceil(half)))]
    return (second.cpuUs / second.requests) / (first.cpuUs / first.requests)
  }
}

/** @typedef {ReturnType<typeof spent>} Spent */

/**
 * @param {Vitals} before
 * @param {Vitals} after
 */
function spent (before, after) {
  return {
    requests: after.requests - before.requests,
    non2xx: after.non2xx - before.non2xx,
    cpuUs: after.cpuUserUs + after.cpuSystemUs - before.cpuUserUs - before.cpuSystemUs,
    elapsedMs: after.atMs - before.atMs,
    activeMs: after.loopActiveMs - before.loopActiveMs,
    idleMs: after.loopIdleMs - before.loopIdleMs,
    gcMs: after.gcMs - before.gcMs
  }
}

/**
 * @param {Spent[]} pieces
 * @returns {Spent}
 */
function sum (pieces) {
  const total = { requests: 0, non2xx: 0, cpuUs: 0, elapsedMs: 0, activeMs: 0, idleMs: 0, gcMs: 0 }
  for (const piece of pieces) {
    for (const key of /** @type {(keyof Spent)[]} */ (Object.keys(total))) total[key] += piece[key]
  }
  return total
}

module.exports = { Meter }
