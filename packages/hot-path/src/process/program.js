'use strict'

// Runs a program without load: a script, a consumer or a job. It may exit on its own, and it may block its event loop
// until then.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError, unlessOperational } = require('../util/errors')
const { withSession } = require('./inspector')
const { LEAVE } = require('../agent/from-start')
const { logTail, writtenSince } = require('./log')
const { passedBetween } = require('../util/traffic')
const { watchInside } = require('./process-tree')
const { start } = require('./subject')

/** @typedef {import('../types/records').ProgramEnd} ProgramEnd */

// File to which the program writes its results when it ends: see LeftBehind.
const LEFT = 'left.json'
// An event loop that is unresponsive for this long is blocked: request the results through the inspector.
const HEARS_WITHIN_MS = 1_000
const LEAVES_WITHIN_MS = 5_000
const LOOK_EACH_MS = 10
const INSPECTOR = /Debugger listening on (ws:\S+)/

/** @typedef {import('../types/agent').WatchedFromStart} WatchedFromStart */

/**
 * @typedef {object} Seen
 * @property {ProgramEnd} end
 * @property {import('../types/pipeline').PassedTraffic} passed observed traffic
 * @property {import('../types/pipeline').Inside} inside child processes are unknown (0) if it exited on its own
 * @property {Record<string, any>} first initial readings of the probes, by file
 * @property {Record<string, any>} readings final readings of the probes, by file
 */

class Program {
  #running
  #directory
  #inside
  /** @type {Promise<{ status: number | null, signal: string | null }>} */
  #end

  /**
   * @param {import('./subject').RunningSubject} running
   * @param {string} directory
   */
  constructor (running, directory) {
    this.#running = running
    this.#directory = directory
    this.#inside = watchInside(running)
    this.#end = running.end()
    this.#end.catch(() => {}) // no unhandled rejection: `runsFor` and `seen` await it
  }

  /** @returns {import('./subject').RunningSubject} the running program, for observation from outside */
  get running () {
    return this.#running
  }

  /**
   * @param {number} seconds
   * @returns {Promise<boolean>} false if the program ends before that
   */
  async runsFor (seconds) {
    const over = new AbortController()
    const timer = wait(1000 * seconds, true, { signal: over.signal }).catch(() => true)
    const isRunning = await Promise.race([timer, this.#end.then(() => false)])
    over.abort()
    return isRunning
  }

  /**
   * Reads a probe of a program that may be unresponsive, or may end meanwhile.
   *
   * @param {string} file absolute path of the probe's module
   * @param {string} word request to the probe
   * @param {number} [withinSeconds] time limit, 1 s by default
   * @returns {Promise<any>} the reading; null if it fails or is late
   */
  async ask (file, word, withinSeconds = HEARS_WITHIN_MS / 1000) {
    return unlessLate(this.#running.probe(file, word), withinSeconds)
  }

  /**
   * Reads the metrics after garbage collection.
   *
   * @param {number} withinSeconds
   * @returns {Promise<import('../types/pipeline').ProcessMetrics | null>} null as for `ask`
   */
  async collected (withinSeconds) {
    // Collect twice: buffers are released one event-loop turn after they are found to be unreachable.
    await unlessLate(this.#running.processMetrics('collect'), withinSeconds)
    return unlessLate(this.#running.processMetrics('collect'), withinSeconds)
  }

  /**
   * Ends the program if it still runs, and reads its results.
   *
   * @returns {Promise<Seen>}
   * @throws {OperationalError} if it left no results (it was killed, or is unresponsive), or a probe failed
   */
  async seen () {
    const inside = this.#inside()
    const byItself = !(await this.#told())
    const end = byItself ? await this.#end : { status: null, signal: null }
    await this.#running.kill()
    const { began, ended, first, readings } = this.#left(end)
    for (const { probeFailed } of Object.values(readings)) {
      if (probeFailed) throw new OperationalError(`${this.#file} cannot be inspected: ${probeFailed}`)
    }
    const words = end.status ? logTail(path.join(this.#directory, 'server.log')) : null
    return { end: { byItself, ...end, words }, passed: passedBetween(began, ended), inside, first, readings }
  }

  get #file () {
    return this.#running.subject.file
  }

  /** @returns {Promise<boolean>} whether the program still ran, and had to be ended */
  async #told () {
    if (!(await this.runsFor(0))) return false
    this.#running.tellToEnd()
    if (await this.runsFor(HEARS_WITHIN_MS / 1000)) await this.#askInspector()
    return true
  }

  /** Makes a blocked program write its results: the inspector interrupts running JavaScript. */
  async #askInspector () {
    const { _debugProcess: openInspectorOf } = /** @type {any} */ (process)
    const file = path.join(this.#directory, LEFT)
    const untilMs = performance.now() + LEAVES_WITHIN_MS
    const written = writtenSince(path.join(this.#directory, 'server.log'))
    openInspectorOf(this.#running.pid)
    // Signal delivery is not acknowledged, so poll.
    while (performance.now() < untilMs && (await this.runsFor(LOOK_EACH_MS / 1000))) {
      const [, url] = INSPECTOR.exec(written()) ?? []
      if (!url) continue
      const leave = `process[Symbol.for(${JSON.stringify(LEAVE)})]()`
      await withSession(url, (session) => session.ask(leave)).catch(unlessOperational)
      if (fs.existsSync(file)) return
    }
  }

  /**
   * @param {{ status: number | null, signal: string | null }} end
   * @returns {import('../types/agent').LeftBehind}
   */
  #left ({ status, signal }) {
    try {
      return JSON.parse(fs.readFileSync(path.join(this.#directory, LEFT), 'utf8'))
    } catch (err) {
      const log = logTail(path.join(this.#directory, 'server.log'))
      const how = signal
        ? `was ended by ${signal} and left no results`
        : status === null
          ? 'does not respond: it waits in a synchronous call that a debugger cannot interrupt. Use a --duration that is long enough for the program to end by itself'
          : `ended with status ${status} and left no results`
      throw new OperationalError(`${this.#file} ${how}. ${log}`, { cause: err })
    }
  }
}

/**
 * Starts a program without waiting for a port.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ directory: string, probes: WatchedFromStart[] }} options
 * @returns {Promise<Program>}
 */
async function startProgram (subject, { directory, probes }) {
  const { nodeOptions = [] } = subject
  // If the inspector has to be opened, use a free port.
  const inspectable = { ...subject, nodeOptions: [...nodeOptions, '--inspect-port=127.0.0.1:0'] }
  const fromStart = { file: path.join(directory, LEFT), probes }
  const running = await start(inspectable, { directory, processMetrics: true, fromStart })
  return new Program(running, directory)
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @param {number} withinSeconds
 * @returns {Promise<T | null>} the answer; null if it fails with an OperationalError, or is late
 */
async function unlessLate (answer, withinSeconds) {
  const late = new AbortController()
  const timer = wait(1000 * withinSeconds, null, { signal: late.signal }).catch(() => null)
  const first = await Promise.race([answer.catch(unlessOperational), timer])
  late.abort()
  return first
}

module.exports = { Program, startProgram }
