'use strict'

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { OperationalError, UNWRITTEN } = require('../util/errors')
const { OWN_FILES } = require('../util/own-files')
const { within } = require('../util/timeout')
const children = require('./children')
const { portFor, wasTaken } = require('./free-port')
const { logTail } = require('./log')
const { Listening } = require('./port')
const { toolFailed, usageBelow, usageOf } = require('./process-tree')
const { cannotStart, spawnSubject } = require('./spawn')

/** @typedef {import('../types/process').StartOptions} StartOptions */

/** @typedef {import('../types/agent').Probe} Probe */

// Another program can take the port that we chose before the server listens there.
const MOST_PORTS = 4
const RESTRICTED = /Access to this API has been restricted/ // as the permission model of Node says it
const WITHOUT_PERMISSION =
  "Node's permission model keeps out what hot-path loads into it. Start it without, while it is measured."

/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Address} Address */

/**
 * Starts a subject and waits until it listens; with `fromStart`, for nothing.
 *
 * @param {Subject} subject
 * @param {StartOptions} options
 * @returns {Promise<RunningSubject>}
 * @throws {OperationalError} when it ends, or is still silent after 30 s
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
      // What the instrument has begun to write would disturb it when it is started again.
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
  #exited // settles when the process that we started has ended
  /** @type {Promise<never>} Rejects when the subject ends before it is told to. */
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
    /** Whether it ended before it was told to. */
    this.hasEnded = false
    /**
     * @type {import('../agent/started').Started} The most child processes and worker threads that it has had at once.
     */
    this.started = { processes: 0, threads: 0 }
    channel.on('started', (started) => {
      this.started = started
    })
    this.#listening = listening
    this.#child = child
    this.pid = child.pid // of the subject, or of the instrument around it, below which the subject is
    this.#channel = channel
    this.#log = log
    this.#direct = direct
    this.#exited = once(child, 'exit').catch(function (err) {
      throw cannotStart(err, subject)
    })
    this.#died = Promise.race([this.#exited, once(channel, 'gone')]).then(() => this.#reportDeath())
    this.#died.catch(() => {}) // avoids an unhandled rejection where no one awaits it
  }

  /** @throws {OperationalError} see Listening.find */
  async listening () {
    await this.#listening.find((work) => Promise.race([work, this.#died])) // to load itself, a server may take long
  }

  /** @returns {Address} of the port that is measured */
  get address () {
    return this.#listening.address
  }

  /** @returns {import('../types/pipeline').Ports} which port is measured, and of which ones */
  get ports () {
    return this.#listening.ports
  }

  /**
   * @returns {import('./process-tree').Usage | null} of the subject and all that it has started, as the system tells
   */
  usage () {
    return usageOf(this.#channel.pid)
  }

  /** @returns {string} the version of Node that runs it; ours, where it is none */
  get node () {
    return this.#channel.node ?? process.version
  }

  /**
   * @returns {ReturnType<usageBelow>} of all that it has started, without itself; null where it has ended
   */
  usageBelow () {
    return usageBelow(this.#channel.pid, this.address.port)
  }

  /**
   * @template T
   * @param {Promise<T>} work that makes sense only as long as the subject runs, and reacts
   * @returns {Promise<T>}
   * @throws {OperationalError} when the subject ends before the work does; a Hung when it is not heard any more
   */
  async whileAlive (work) {
    return this.#channel.whileHeard(Promise.race([work, this.#died]))
  }

  /**
   * @param {'processMetrics' | 'collect' | 'reset'} [word] `collect`: collect garbage first; `reset`: begin anew with
   *   the longest delay
   * @returns {Promise<import('../types/pipeline').ProcessMetrics>} as the subject reads them, as soon as it is free to
   * @throws {OperationalError} when it ends first
   */
  async processMetrics (word = 'processMetrics') {
    return this.#read(word)
  }

  /**
   * Reads a probe, which the first reading loads into the subject.
   *
   * @param {string} file absolute path of a module that exports a Probe
   * @param {string} [word] what it is to do, where it can do more than be read
   * @returns {Promise<any>} its reading, as soon as the subject is free to
   * @throws {OperationalError} when it ends first, or the probe fails
   */
  async probe (file, word = 'read') {
    return this.#read(`probe ${word} ${file}`)
  }

  /** @param {string} word */
  async #read (word) {
    const reading = await Promise.race([this.#channel.ask(word), this.#died])
    if (reading.probeFailed) {
      const why = RESTRICTED.test(reading.probeFailed) ? WITHOUT_PERMISSION : reading.probeFailed
      throw new OperationalError(`${this.subject.file} cannot be looked into: ${why}`)
    }
    return reading
  }

  /**
   * Ends the subject and waits until all that was started for it has ended.
   * @param {string} [word] see Channel.send
   * @param {StopTimeouts} [timeouts]
   * @throws {OperationalError} when an instrument around the subject reports that it failed, or a timeout passes
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
    if (this.#direct) return // a server may say at its end what it likes
    const { exitCode, signalCode } = this.#child
    if (signalCode) {
      throw new OperationalError(`the tool around ${this.subject.file} was ended by ${signalCode}. Run it again.`)
    }
    const disk = exitCode === UNWRITTEN ? 'Is there room on the disk? ' : ''
    if (exitCode) {
      throw new OperationalError(
        this.#toolFailed() ??
          `the tool around ${this.subject.file} failed (status ${exitCode}). ${disk}${logTail(this.#log)}`
      )
    }
  }

  /**
   * @returns {Promise<{ status: number | null, signal: string | null }>} how it ends, when it does; one of the two
   */
  async end () {
    await this.#exited
    return { status: this.#child.exitCode, signal: this.#child.signalCode }
  }

  /** Tells it to end by itself, and does not wait. Its end is no failure any more. */
  tellToEnd () {
    this.#stopping = true
    this.#channel.send('exit')
  }

  /** Ends the subject at once; safe to call again. */
  async kill () {
    this.#stopping = true
    children.end(this.#child)
    await this.#exited.finally(() => this.#channel.close()) // it rejects where the process could not be started
  }

  /** @returns {Promise<never>} */
  async #reportDeath () {
    if (this.#stopping) return new Promise(() => {})
    this.hasEnded = true
    if (!this.#direct) children.end(this.#child) // nobody needs a report on a dead server
    await this.#exited // the line can be cut a moment before the exit status is known
    const words = logTail(this.#log)
    const tool = this.#toolFailed()
    if (tool) throw new OperationalError(tool)
    throw new OperationalError(
      `${this.subject.file} ended${this.#direct ? this.#status() : ''} before it was told to. ${remedyFor(words)}${words}`
    )
  }

  /** @returns {string | null} the reason where the tool around it fails because of its child processes */
  #toolFailed () {
    return this.#direct ? null : toolFailed({ file: this.subject.file, ...this.started, words: logTail(this.#log) })
  }

  #status () {
    const { exitCode, signalCode } = this.#child
    return signalCode ? ` (${signalCode})` : ` with status ${exitCode}`
  }
}

/**
 * @param {string} words that a server printed last
 * @returns {string} a sentence on what can be done about its end, with a blank; or nothing
 */
function remedyFor (words) {
  if (words.includes('EADDRINUSE')) return 'Its port is taken: end the other server, or choose another with --port. '
  return words.includes('ERR_ACCESS_DENIED') && words.includes(OWN_FILES)
    ? `${WITHOUT_PERMISSION} `
    : ''
}

/**
 * How long the end of a subject is waited for, in milliseconds.
 *
 * `hear`: until the server has gone. One that is busy with a long piece of work hears us late: up to 2 s in our
 *   slowest.
 * `exit`: from there until its process has ended. It takes milliseconds on a machine that is not overloaded.
 * `draw`: instead of `exit`, for a tool around the server that draws its report; and as long again as the server ran.
 * The tools take up to 10 s for a load of 10 s, and a slow machine may take ten times as long.
 *
 * @typedef {{ hear: number, exit: number, draw: number }} StopTimeouts
 */

/** @type {StopTimeouts} */
const STOP_TIMEOUTS_MS = { hear: 10_000, exit: 5_000, draw: 120_000 }

/**
 * Waits until a subject that was told to end has ended, and the tool around it, too.
 *
 * @param {import('../types/pipeline').Subject} subject
 * @param {object} run
 * @param {Promise<unknown>} run.gone settles when the server has ended
 * @param {Promise<unknown>} run.exited settles when the process that we started has ended
 * @param {boolean} run.direct whether that process is the server, and not a tool around it
 * @param {number} run.sinceMs when it was started (`performance.now()`)
 * @param {StopTimeouts} timeouts
 * @throws {OperationalError} when a timeout passes first
 */
async function waitForEnd ({ file }, { gone, exited, direct, sinceMs }, timeouts) {
  await within(
    Promise.race([gone, exited]),
    timeouts.hear,
    () =>
      new OperationalError(
        `${file} did not end within ${timeouts.hear / 1000} s of being told to. Is it in an endless loop?`
      )
  )
  if (direct) {
    return within(
      exited,
      timeouts.exit,
      () =>
        new OperationalError(
          `${file} closed its connections, but its process did not end ` +
            `within ${timeouts.exit / 1000} s. Does it wait for something when it exits?`
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
        `the tool around ${file} did not draw its report within ${seconds} s. ` +
          'Load the server for a shorter time: --duration=5'
      )
  )
}

module.exports = { RunningSubject, start, STOP_TIMEOUTS_MS, waitForEnd }
