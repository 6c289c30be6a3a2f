'use strict'

const { setTimeout: wait } = require('timers/promises')

/** @typedef {import('./records').Load} Load */
/** @typedef {import('./records').Vitals} Vitals */
/** @typedef {import('./records').Workload} Workload */

/**
 * Measures one running subject in one or several bursts of load, and makes one sample of them.
 */
class Meter {
  /** @type {{ load: Load, readings: Vitals[] }[]} */
  #bursts = []
  /** @type {Vitals | null} */
  #begin = null

  /**
   * @param {import('./subject').RunningSubject} running
   * @param {import('./drivers').Driver} driver
   */
  constructor (running, driver) {
    this.running = running
    this.driver = driver
  }

  /**
   * Puts load on the subject that is not measured.
   *
   * @param {Workload} workload
   * @returns {Promise<Load>}
   */
  async drive (workload) {
    return Promise.race([this.driver.drive(this.running.address, workload), this.running.died])
  }

  /** Call it once, before the first burst. */
  async begin () {
    this.#begin = await this.running.vitals({ collect: true })
  }

  /** @param {Workload} workload */
  async burst (workload) {
    const before = await this.running.vitals()
    const [load, middle] = await Promise.all([
      this.drive(workload),
      // Not waiting for anything to happen: halfway through is a point in time.
      wait(1000 * workload.durationSeconds / 2).then(() => this.running.vitals())
    ])
    const after = await this.running.vitals()
    this.#bursts.push({ load, readings: [before, middle, after] })
  }

  /** @returns {Promise<Omit<import('./records').Sample, 'subject' | 'round'>>} */
  async end () {
    const begin = /** @type {Vitals} */ (this.#begin)
    const settled = await this.running.vitals({ collect: true })
    const whole = this.#bursts.map(({ readings: [before, , after] }) => spent(before, after))
    const all = sum(whole)
    return {
      node: process.version,
      ...merged(this.#bursts.map(({ load }) => load)),
      bursts: this.#bursts.length,
      serverCpuUsPerRequest: all.cpuUs / all.requests,
      costGrowth: this.#growth(whole),
      retainedBytesPerRequest: (settled.heapUsedBytes - begin.heapUsedBytes) / all.requests,
      serverCpuShare: all.cpuUs / 1000 / all.elapsedMs,
      loopUtilization: all.activeMs / (all.activeMs + all.idleMs),
      gcShare: all.gcMs / all.elapsedMs,
      rssBytes: this.#bursts.at(-1)?.readings[2].rssBytes ?? 0
    }
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
  const total = { requests: 0, cpuUs: 0, elapsedMs: 0, activeMs: 0, idleMs: 0, gcMs: 0 }
  for (const piece of pieces) {
    for (const key of /** @type {(keyof Spent)[]} */ (Object.keys(total))) total[key] += piece[key]
  }
  return total
}

/**
 * One load of several. Counts add up; shares and means are weighted by time and by requests. Percentiles cannot be
 * added: the middle one of the bursts stands for all.
 *
 * @param {Load[]} loads
 * @returns {Load}
 */
function merged (loads) {
  const total = (/** @type {(load: Load) => number} */ read) => loads.reduce((all, load) => all + read(load), 0)
  const middle = (/** @type {(load: Load) => number} */ read) => loads.map(read).sort((a, b) => a - b)[Math.floor(loads.length / 2)]
  const seconds = total((load) => load.seconds)
  const requests = total((load) => load.requests)
  const perSecond = (/** @type {(load: Load) => number} */ read) => total((load) => read(load) * load.seconds) / seconds
  return {
    ...loads[0],
    seconds,
    requests,
    requestsPerSecond: requests / seconds,
    bytesPerSecond: perSecond((load) => load.bytesPerSecond),
    latencyMs: {
      mean: total((load) => load.latencyMs.mean * load.requests) / requests,
      p50: middle((load) => load.latencyMs.p50),
      p90: middle((load) => load.latencyMs.p90),
      p99: middle((load) => load.latencyMs.p99),
      max: Math.max(...loads.map((load) => load.latencyMs.max))
    },
    non2xx: total((load) => load.non2xx),
    errors: total((load) => load.errors),
    timeouts: total((load) => load.timeouts),
    summaries: loads[0].summaries && {
      requests: pooled(loads, 'requests', (load) => load.seconds),
      throughput: pooled(loads, 'throughput', (load) => load.seconds),
      latency: pooled(loads, 'latency', (load) => load.requests)
    },
    generatorCpuShare: perSecond((load) => load.generatorCpuShare),
    generatorUtilization: perSecond((load) => load.generatorUtilization)
  }
}

/**
 * @param {Load[]} loads
 * @param {'requests' | 'throughput' | 'latency'} name
 * @param {(load: Load) => number} weight
 * @returns {{ mean: number, stddev: number }} of all bursts together
 */
function pooled (loads, name, weight) {
  let [all, first, second] = [0, 0, 0]
  for (const load of loads) {
    const { mean, stddev } = load.summaries?.[name] ?? { mean: NaN, stddev: NaN }
    all += weight(load)
    first += weight(load) * mean
    second += weight(load) * (stddev ** 2 + mean ** 2)
  }
  const mean = first / all
  return { mean, stddev: Math.sqrt(Math.max(0, second / all - mean ** 2)) }
}

module.exports = { Meter, merged }
