'use strict'

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { OperationalError, UNWRITTEN } = require('../util/errors')
const { OWN_FILES } = require('../util/own-files')
const { openDescriptors } = require('../util/proc')
const { within } = require('../util/timeout')
const { probeRequest } = require('./channel')
const children = require('./children')
const { portFor, wasTaken } = require('./free-port')
const { logTail } = require('./log')
const { Listening } = require('./find-port')
const { toolFailed, usageBelow, usageOf } = require('./process-tree')
const { cannotStart, spawnSubject } = require('./spawn')

/** @typedef {import('../types/process').StartOptions} StartOptions */

/** @typedef {import('../types/agent').Probe} Probe */

// Number of ports to try: another program can take the chosen port before the server listens there.
const MOST_PORTS = 4
const RESTRICTED = /Access to this API has been restricted/ // error message of Node's permission model
const WITHOUT_PERMISSION =
  "Node's permission model blocks the code that hot-path loads into it. Start it without the permission model to measure it."

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Address} Address */

/**
 * Starts a server and waits until it listens. With `fromStart`, returns without waiting.
 *
 * @param {Subject} subject
 * @param {StartOptions} options
 * @returns {Promise<RunningSubject>}
 * @throws {OperationalError} if it ends, or opens no port within 30 s
 */
async function start (subject, options) {
  for (let tried = 1; ; tried++) {
    const given = await portFor(subject)
    const parts = await spawnSubject(subject, given, options)
    const running = new RunningSubject(subject, {
      ...parts,
      direct: !options.through,
      listening: new Listening(subject, given, parts.channel)
    })
    if (options.fromStart) return running
    try {
      await running.listening()
      return running
    } catch (err) {
      await running.kill()
      if (!given.isOurs || tried === MOST_PORTS || !running.hasEnded || !(await wasTaken(given, err))) throw err
      // Remove the instrument's partial output, which would interfere with its next start.
      if (options.through) {
        for (const name of fs.readdirSync(options.directory)) {
          fs.rmSync(path.join(options.directory, name), { recursive: true })
        }
      }
    }
  }
}

class RunningSubject {
  #child
  #channel
  #log
  #direct
  #listening
  #stopping = false
  #sinceMs = performance.now()
  #exited // settles when the started process has ended
  /** @type {Promise<never>} Rejects if the server ends before hot-path requests it. */
  #died

  /**
   * @param {Subject} subject
   * @param {object} parts
   * @param {import('child_process').ChildProcess} parts.child
   * @param {import('./channel').Channel} parts.channel
   * @param {string} parts.log
   * @param {boolean} parts.direct whether `child` is the subject, and not an instrument around it
   * @param {Listening} parts.listening
   */
  constructor (subject, { child, channel, log, direct, listening }) {
    this.subject = subject
    /** Whether it ended before hot-path requested it. */
    this.hasEnded = false
    /** @type {import('../agent/started').Started} Maximum numbers of concurrent child processes and worker threads. */
    this.started = { processes: 0, threads: 0 }
    channel.on('started', (started) => {
      this.started = started
    })
    this.#listening = listening
    this.#child = child
    this.pid = child.pid // of the server, or of the instrument that is its ancestor
    this.#channel = channel
    this.#log = log
    this.#direct = direct
    this.#exited = once(child, 'exit').catch(function (err) {
      throw cannotStart(err, subject)
    })
    this.#died = Promise.race([this.#exited, once(channel, 'gone')]).then(() => this.#reportDeath())
    this.#died.catch(() => {}) // avoids an unhandled rejection if it is not awaited
  }

  /** @throws {OperationalError} see Listening.find */
  async listening () {
    await this.#listening.find((work) => Promise.race([work, this.#died])) // it may block while it loads
    this.#channel.send(`measured ${this.address.port}`)
  }

  /** @returns {Address} address of the measured port */
  get address () {
    return this.#listening.address
  }

  /** @returns {import('../types/pipeline').Ports} the measured port, and all open ports */
  get ports () {
    return this.#listening.ports
  }

  /** @returns {import('./process-tree').Usage | null} usage of the server and its descendants; null if it has ended */
  usage () {
    return usageOf(this.#channel.pid)
  }

  /** @returns {ReturnType<openDescriptors>} its open file descriptors; null if they cannot be read */
  descriptors () {
    return openDescriptors(Number(this.#channel.pid))
  }

  /** @returns {string} Node.js version of the server; hot-path's version until it has connected */
  get node () {
    return this.#channel.node ?? process.version
  }

  /** @returns {ReturnType<usageBelow>} usage of its descendants, without services; null if it has ended */
  usageBelow () {
    return usageBelow(this.#channel.pid, this.address.port)
  }

  /**
   * @template T
   * @param {Promise<T>} work that needs the server to run and respond
   * @returns {Promise<T>}
   * @throws {OperationalError} if the server ends first; a Hung if it becomes unresponsive
   */
  async whileAlive (work) {
    return this.#channel.whileHeard(Promise.race([work, this.#died]))
  }

  /**
   * @param {'processMetrics' | 'collect' | 'reset'} [word] `collect`: collect garbage first; `reset`: reset the
   *   maximum event-loop delay afterwards
   * @returns {Promise<import('../types/pipeline').ProcessMetrics>} as read in the server, once its event loop is free
   * @throws {OperationalError} if it ends first
   */
  async processMetrics (word = 'processMetrics') {
    return this.#read(word)
  }

  /**
   * Reads a probe. The first reading loads it into the server.
   *
   * @param {string} file absolute path of a module that exports a Probe
   * @param {string} [word] request to the probe, if it supports more than `read`
   * @param {string} [argument] of the request
   * @returns {Promise<any>} its reading, once the server's event loop is free
   * @throws {OperationalError} if the server ends first, or the probe fails
   */
  async probe (file, word = 'read', argument = '') {
    return this.#read(probeRequest(file, word, argument))
  }

  /** @param {string} word */
  async #read (word) {
    const reading = await Promise.race([this.#channel.ask(word), this.#died])
    if (reading.probeFailed) {
      const why = RESTRICTED.test(reading.probeFailed) ? WITHOUT_PERMISSION : reading.probeFailed
      throw new OperationalError(`${this.subject.file} cannot be inspected: ${why}`)
    }
    return reading
  }

  /**
   * Ends the server and waits until all processes started for it have ended.
   * @param {string} [word] see Channel.send
   * @param {StopTimeouts} [timeouts]
   * @throws {OperationalError} if an instrument that wraps the server reports a failure, or a timeout passes
   */
  async stop (word = 'exit', timeouts = STOP_TIMEOUTS_MS) {
    this.#stopping = true
    const run = {
      gone: once(this.#channel, 'gone'),
      exited: this.#exited,
      direct: this.#direct,
      sinceMs: this.#sinceMs
    }
    this.#channel.send(word)
    try {
      await waitForEnd(this.subject, run, timeouts)
    } finally {
      await this.kill()
    }
    if (this.#direct) return // a server's exit status is ignored
    const { exitCode, signalCode } = this.#child
    if (signalCode) {
      throw new OperationalError(`the tool that runs ${this.subject.file} was ended by ${signalCode}. Run it again.`)
    }
    const disk = exitCode === UNWRITTEN ? 'Is the disk full? ' : ''
    if (exitCode) {
      throw new OperationalError(
        this.#toolFailed() ??
          `the tool that runs ${this.subject.file} failed (status ${exitCode}). ${disk}${logTail(this.#log)}`
      )
    }
  }

  /**
   * @returns {Promise<{ status: number | null, signal: string | null }>} how it ended, once it has; one of them is null
   */
  async end () {
    await this.#exited
    return { status: this.#child.exitCode, signal: this.#child.signalCode }
  }

  /** Requests the server to exit, without waiting. Its end is then not a failure. */
  tellToEnd () {
    this.#stopping = true
    this.#channel.send('exit')
  }

  /** Kills the server at once. Safe to call again. */
  async kill () {
    this.#stopping = true
    children.end(this.#child)
    await this.#exited.finally(() => this.#channel.close()) // rejects if the process could not be started
  }

  /** @returns {Promise<never>} */
  async #reportDeath () {
    if (this.#stopping) return new Promise(() => {})
    this.hasEnded = true
    if (!this.#direct) children.end(this.#child) // the instrument's report is not needed
    await this.#exited // the channel can close shortly before the exit status is known
    const words = logTail(this.#log)
    const tool = this.#toolFailed()
    if (tool) throw new OperationalError(tool)
    throw new OperationalError(
      `${this.subject.file} ended unexpectedly${this.#direct ? this.#status() : ''}. ${remedyFor(words)}${words}`
    )
  }

  /** @returns {string | null} error message if the instrument failed because of the server's child processes */
  #toolFailed () {
    return this.#direct ? null : toolFailed({ file: this.subject.file, ...this.started, words: logTail(this.#log) })
  }

  #status () {
    const { exitCode, signalCode } = this.#child
    return signalCode ? ` (${signalCode})` : ` with status ${exitCode}`
  }
}

/**
 * @param {string} words last output of a server
 * @returns {string} a sentence that says what to do, with a trailing space; or an empty string
 */
function remedyFor (words) {
  if (words.includes('EADDRINUSE')) return 'Its port is in use: stop the other server, or choose another port with --port. '
  return words.includes('ERR_ACCESS_DENIED') && words.includes(OWN_FILES)
    ? `${WITHOUT_PERMISSION} `
    : ''
}

/**
 * Timeouts for the end of a server, in milliseconds.
 *
 * `hear`: until the server has disconnected. A busy server receives the request late: up to 2 s in `steps/01-slow`.
 * `exit`: from there until its process has ended. This takes milliseconds on a machine that is not overloaded.
 * `draw`: instead of `exit`, for an instrument that writes a report. The run time of the server is added. The
 *   instruments take up to 10 s for a load of 10 s, and a slow machine may take ten times as long.
 *
 * @typedef {{ hear: number, exit: number, draw: number }} StopTimeouts
 */

/** @type {StopTimeouts} */
const STOP_TIMEOUTS_MS = { hear: 10_000, exit: 5_000, draw: 120_000 }

/**
 * Waits until a server has ended after hot-path's request, including the instrument that wraps it.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {object} run
 * @param {Promise<unknown>} run.gone settles when the server has ended
 * @param {Promise<unknown>} run.exited settles when the process that we started has ended
 * @param {boolean} run.direct whether that process is the server, and not a tool around it
 * @param {number} run.sinceMs when it was started (`performance.now()`)
 * @param {StopTimeouts} timeouts
 * @throws {OperationalError} if a timeout passes first
 */
async function waitForEnd ({ file }, { gone, exited, direct, sinceMs }, timeouts) {
  await within(
    Promise.race([gone, exited]),
    timeouts.hear,
    () =>
      new OperationalError(
        `${file} did not end within ${timeouts.hear / 1000} s of the request to end. Is it in an infinite loop?`
      )
  )
  if (direct) {
    return within(
      exited,
      timeouts.exit,
      () =>
        new OperationalError(
          `${file} disconnected from hot-path, but its process did not end ` +
            `within ${timeouts.exit / 1000} s. Does an exit handler wait for something?`
        )
    )
  }
  const drawMs = timeouts.draw + performance.now() - sinceMs
  const seconds = Math.ceil(drawMs / 1000)
  await within(
    exited,
    drawMs,
    () =>
      new OperationalError(
        `the tool that runs ${file} did not draw its report within ${seconds} s. ` +
          'Use a shorter load: --duration=5'
      )
  )
}

module.exports = { RunningSubject, start }
