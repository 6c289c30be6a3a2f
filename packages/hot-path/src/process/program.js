'use strict'

// A program that nobody puts a load on: a script, a consumer, a job. It may end by itself, and it may never look up
// from what it computes.

const fs = require('fs')
const path = require('path')
const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('../util/errors')
const { evaluate } = require('./inspector')
const { LEAVE } = require('../agent/from-start')
const { logTail, writtenSince } = require('./log')
const { passedBetween } = require('./traffic')
const { watchInside } = require('./process-tree')
const { start } = require('./subject')

/** @typedef {import('../types/records').ProgramEnd} ProgramEnd */

// What is left when a program ends: see LeftBehind.
const LEFT = 'left.json'
// A loop that has not heard us for so long computes, and is asked through its inspector.
const HEARS_WITHIN_MS = 1_000
const LEAVES_WITHIN_MS = 5_000
const LOOK_EACH_MS = 10
const INSPECTOR = /Debugger listening on (ws:\S+)/

/** @typedef {import('../types/agent').WatchedFromStart} WatchedFromStart */

/**
 * @typedef {object} Seen
 * @property {ProgramEnd} end
 * @property {import('../types/pipeline').PassedTraffic} passed what it did
 * @property {import('../types/pipeline').Inside} inside of what has ended by itself, nobody knows which processes it
 *   had
 *   started
 * @property {Record<string, any>} first readings of each probe, by its file
 * @property {Record<string, any>} readings the last ones
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
    this.#end.catch(() => {}) // `runsFor` and `seen` wait for it
  }

  /** @returns {import('./subject').RunningSubject} for those who look from outside */
  get running () {
    return this.#running
  }

  /**
   * @param {number} seconds
   * @returns {Promise<boolean>} false when it ends before they are over
   */
  async runsFor (seconds) {
    const over = new AbortController()
    const timer = wait(1000 * seconds, true, { signal: over.signal }).catch(() => true)
    const isRunning = await Promise.race([timer, this.#end.then(() => false)])
    over.abort()
    return isRunning
  }

  /**
   * Reads a probe of a program that may not answer, or may end meanwhile.
   *
   * @param {string} file absolute path of its module
   * @param {string} word
   * @param {number} [withinSeconds] a second, where it is not given
   * @returns {Promise<any>} null where there is no answer by then
   */
  async ask (file, word, withinSeconds = HEARS_WITHIN_MS / 1000) {
    return unlessLate(this.#running.probe(file, word), withinSeconds)
  }

  /**
   * @param {number} withinSeconds
   * @returns {Promise<import('../types/pipeline').ProcessMetrics | null>} after a garbage collection; null as above
   */
  async collected (withinSeconds) {
    // Buffers are given back a turn of the loop after they are found to be free.
    await unlessLate(this.#running.processMetrics('collect'), withinSeconds)
    return unlessLate(this.#running.processMetrics('collect'), withinSeconds)
  }

  /**
   * Ends it, where it has not ended by itself, and reads what it has left.
   *
   * @returns {Promise<Seen>}
   * @throws {OperationalError} where it has left nothing: it was killed, or hears nobody
   */
  async seen () {
    const inside = this.#inside()
    const byItself = !(await this.#told())
    const end = byItself ? await this.#end : { status: null, signal: null }
    await this.#running.kill()
    const { began, ended, first, readings } = this.#left(end)
    for (const { probeFailed } of Object.values(readings)) {
      if (probeFailed) throw new OperationalError(`${this.#file} cannot be looked into: ${probeFailed}`)
    }
    const words = end.status ? logTail(path.join(this.#directory, 'server.log')) : null
    return { end: { byItself, ...end, words }, passed: passedBetween(began, ended), inside, first, readings }
  }

  get #file () {
    return this.#running.subject.file
  }

  /** @returns {Promise<boolean>} whether it had to be told to end */
  async #told () {
    if (!(await this.runsFor(0))) return false
    this.#running.tellToEnd()
    if (await this.runsFor(HEARS_WITHIN_MS / 1000)) await this.#askInspector()
    return true
  }

  /** It leaves what was seen while it still computes: an inspector interrupts that. */
  async #askInspector () {
    const { _debugProcess: openInspectorOf } = /** @type {any} */ (process)
    const file = path.join(this.#directory, LEFT)
    const untilMs = performance.now() + LEAVES_WITHIN_MS
    const written = writtenSince(path.join(this.#directory, 'server.log'))
    openInspectorOf(this.#running.pid)
    // A signal tells nobody that it was heard.
    while (performance.now() < untilMs && (await this.runsFor(LOOK_EACH_MS / 1000))) {
      const [, url] = INSPECTOR.exec(written()) ?? []
      if (!url) continue
      await evaluate(url, `process[Symbol.for(${JSON.stringify(LEAVE)})]()`).catch(unlessOperational)
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
        ? `was ended by ${signal}, and left nothing of what was seen`
        : status === null
          ? 'hears nobody: it waits in a synchronous call that no debugger can interrupt. Give it a longer --duration, in which it comes to an end'
          : `ended with status ${status}, and left nothing of what was seen`
      throw new OperationalError(`${this.#file} ${how}. ${log}`, { cause: err })
    }
  }
}

/**
 * Starts a program, and waits for nothing.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {{ directory: string, probes: WatchedFromStart[] }} options
 * @returns {Promise<Program>}
 */
async function startProgram (subject, { directory, probes }) {
  const { nodeOptions = [] } = subject
  // Where its inspector has to be opened, on a port that is free.
  const inspectable = { ...subject, nodeOptions: [...nodeOptions, '--inspect-port=127.0.0.1:0'] }
  const fromStart = { file: path.join(directory, LEFT), probes }
  const running = await start(inspectable, { directory, processMetrics: true, fromStart })
  return new Program(running, directory)
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @param {number} withinSeconds
 * @returns {Promise<T | null>}
 */
async function unlessLate (answer, withinSeconds) {
  const late = new AbortController()
  const timer = wait(1000 * withinSeconds, null, { signal: late.signal }).catch(() => null)
  const first = await Promise.race([answer.catch(unlessOperational), timer])
  late.abort()
  return first
}

/**
 * @param {unknown} err
 * @returns {null} where the program ended meanwhile, or does not answer
 */
function unlessOperational (err) {
  if (!(err instanceof OperationalError)) throw err
  return null
}

module.exports = { Program, startProgram }
