'use strict'

const { coreTimes, drive, findDriver, merged, mergedPercentiles } = require('hot-path/testing')

/** @typedef {import('hot-path').Load} Load */
/** @typedef {import('hot-path').Workload} Workload */
/** @typedef {import('./records').BenchmarkSample} BenchmarkSample */
/** @typedef {{ load: Load, cpuMs: number, rssBytes: number, othersShare: number }} Burst figures of a second of load */

const LOOK_EVERY_MS = 100

/** Makes one sample of one running contestant. */
class Runner {
  /** @type {Burst[]} */
  #bursts = []
  #idle = { rssBytes: NaN, processes: NaN }
  /** @type {Load | null} */
  #steady = null

  /**
   * @param {import('./records').Entry} entry
   * @param {import('./program').RunningProgram} running
   * @param {import('./measure').BenchmarkPlan} plan
   * @param {string} path
   */
  constructor (entry, running, plan, path) {
    this.entry = entry
    this.running = running
    this.plan = plan
    this.path = path
  }

  /** Reads the memory and the number of processes without requests. */
  rest () {
    this.#idle = this.running.usage()
  }

  /**
   * Applies load. Used directly for the warm-up, which is not measured.
   *
   * @param {Partial<Workload> & { durationSeconds: number }} particulars
   * @returns {Promise<Load>}
   * @throws {import('hot-path').OperationalError} if the program exits before the load ends
   */
  async drive (particulars) {
    const workload = { path: this.path, connections: this.plan.connections, ...particulars }
    const load = drive(findDriver(this.plan.driver, workload), this.running.address, workload)
    try {
      return await this.running.whileAlive(load)
    } catch (err) {
      await load.catch(() => {}) // a load that outlives its server would interfere with the next one
      throw err
    }
  }

  /** @param {number} durationSeconds */
  async burst (durationSeconds) {
    const before = this.running.usage()
    const cores = coreTimes()
    let rssBytes = 0
    const look = setInterval(() => {
      rssBytes = Math.max(rssBytes, this.running.peek()?.rssBytes ?? 0)
    }, LOOK_EVERY_MS)
    try {
      const load = await this.drive({ durationSeconds })
      const after = this.running.usage()
      const cpuMs = after.cpuMs - before.cpuMs
      const { busyMs, idleMs } = coreTimes()
      const [busy, all] = [busyMs - cores.busyMs, busyMs - cores.busyMs + idleMs - cores.idleMs]
      const othersShare = Math.max(0, busy - cpuMs - 1000 * load.generatorCpuShare * load.seconds) / all
      this.#bursts.push({ load, cpuMs, rssBytes: Math.max(rssBytes, after.rssBytes), othersShare })
    } finally {
      clearInterval(look)
    }
  }

  /** Applies the open-loop load at a constant rate. */
  async pace () {
    const { requestsPerSecond, durationSeconds } = this.plan.steady
    this.#steady = await this.drive({ durationSeconds, pace: { requestsPerSecond } })
  }

  /** @returns {Omit<BenchmarkSample, 'subject' | 'mode' | 'round'>} of all bursts together */
  sample () {
    const loads = this.#bursts.map(({ load }) => load)
    // A second is long compared with an answer, so few requests are in flight when a burst ends.
    const load = { ...merged(loads), latencyMs: mergedPercentiles(loads) }
    const cpuMs = this.#bursts.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
    const most = (/** @type {(burst: Burst) => number} */ read) => Math.max(...this.#bursts.map(read))
    const serverCpuShare = cpuMs / 1000 / load.seconds
    return {
      node: process.version,
      ...load,
      serverCpuUsPerRequest: (1000 * cpuMs) / load.requests,
      serverCpuShare,
      loopUtilization: Math.min(1, serverCpuShare / this.entry.workers),
      othersShare: most(({ othersShare }) => othersShare),
      processes: this.#idle.processes,
      idleRssBytes: this.#idle.rssBytes,
      rssBytes: most(({ rssBytes }) => rssBytes),
      steady: /** @type {Load} */ (this.#steady)
    }
  }
}

module.exports = { Runner }
