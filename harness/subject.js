'use strict'

const { once } = require('events')
const fs = require('fs')
const path = require('path')
const { choose, isListening, whyNot } = require('./address')
const { openChannel } = require('./channel')
const children = require('./children')
const { Fault, UNWRITTEN } = require('./fault')
const { lastWords } = require('./last-words')

const PRELOAD = path.join(__dirname, 'preload.js')

// Slow machines and large servers need seconds to start; nobody waits longer than this for a port.
const START_LIMIT_MS = 30_000
// Where what was opened first will not do, the rest follows soon or not at all.
const FURTHER_PORT_MS = 2_000
// A server that is busy with one long piece of work hears us late. Step 1 takes up to two seconds.
const STOP_LIMIT_MS = 10_000

/** @typedef {import('./records').Subject} Subject */
/** @typedef {import('./records').Address} Address */
/** @typedef {import('./checkup/records').Readings} Readings */
/** @typedef {import('./ports').Opened} Opened */

/**
 * Starts a subject and waits until it listens.
 *
 * @param {Subject} subject
 * @param {object} options
 * @param {string} options.directory where the subject's output is kept, in `server.log`
 * @param {(nodeArguments: string[]) => string[]} [options.through] what `node` is to run instead, given the
 *   arguments that would run the subject: how an instrument comes between
 * @param {boolean} [options.vitals] whether `vitals()` will be asked for: reading them costs the subject a little
 * @param {boolean} [options.anyPort] whether it may be given another port than it asks for
 * @returns {Promise<RunningSubject>}
 * @throws {Fault} when it ends, or is still silent after 30 s
 */
async function start (subject, { directory, through, vitals = false, anyPort = false }) {
  const channel = await openChannel()
  const log = path.join(directory, 'server.log')
  const output = fs.openSync(log, 'a')
  const { nodeOptions = [], entry, args = [], cwd = process.cwd() } = subject
  const nodeArguments = [...nodeOptions, '--require', PRELOAD, entry, ...args]
  const child = children.start(process.execPath, through ? through(nodeArguments) : nodeArguments, {
    cwd: through ? directory : cwd,
    env: {
      ...process.env,
      PORT: String(subject.port ?? 0), // 0: the system chooses a free one, and the preload reports it
      HOST: '127.0.0.1',
      ...channel.env,
      HOT_PATH_CWD: cwd,
      ...vitals && { HOT_PATH_VITALS: 'yes' },
      ...anyPort && { HOT_PATH_ANY_PORT: 'yes' },
      ...subject.env
    },
    // An instrument's host watches its standard input: when that ends, we are gone.
    stdio: [through ? 'pipe' : 'ignore', output, output]
  })
  fs.closeSync(output)
  const running = new RunningSubject(subject, { child, channel, log, direct: !through })
  try {
    await running.listening()
    return running
  } catch (err) {
    await running.kill()
    throw err
  }
}

class RunningSubject {
  #child
  #channel
  #log
  #direct
  #stopping = false
  /** Settles when the process that we started has ended. */
  #exited
  /** @type {Promise<never>} Rejects when the subject ends before it is told to. */
  #died

  /**
   * @param {Subject} subject
   * @param {object} parts
   * @param {import('child_process').ChildProcess} parts.child
   * @param {import('./channel').Channel} parts.channel
   * @param {string} parts.log
   * @param {boolean} parts.direct whether `child` is the subject, and not an instrument around it
   */
  constructor (subject, { child, channel, log, direct }) {
    this.subject = subject
    /** @type {Address} */
    this.address = { host: '127.0.0.1', port: 0 }
    /** @type {Opened[]} */
    this.opened = []
    channel.on('opened', (opened) => this.opened.push(opened))
    this.#child = child
    this.#channel = channel
    this.#log = log
    this.#direct = direct
    this.#exited = once(child, 'exit')
    this.#died = Promise.race([this.#exited, once(channel, 'gone')]).then(() => this.#reportDeath())
    this.#died.catch(() => {}) // whoever waits for it hears of it; nobody has to
  }

  async listening () {
    const limit = AbortSignal.timeout(START_LIMIT_MS)
    let found
    while (!(found = await this.#reachable())) {
      const signal = this.opened.length ? AbortSignal.any([limit, AbortSignal.timeout(FURTHER_PORT_MS)]) : limit
      try {
        await this.whileAlive(once(this.#channel, 'opened', { signal }))
      } catch (err) {
        if (!signal.aborted) throw err
        throw new Fault(this.opened.length ? whyNot(this.subject, this.opened) : `${this.subject.file} opened no port within ${START_LIMIT_MS / 1000} s. Does it call listen()?`)
      }
    }
    this.address = found
  }

  /** Which port will do, without those that were only tried out and closed again: so some find a free one. */
  async #reachable () {
    for (;;) {
      const found = choose(this.opened, this.subject.port)
      if (!found || await isListening(found)) return found
      this.opened = this.opened.filter(({ port }) => port !== found.port)
    }
  }

  /**
   * @template T
   * @param {Promise<T>} work that makes sense only as long as the subject runs
   * @returns {Promise<T>}
   * @throws {Fault} when the subject ends before the work does
   */
  async whileAlive (work) {
    return Promise.race([work, this.#died])
  }

  /**
   * @template {keyof Readings} [W='vitals']
   * @param {W} [word] `collect`: collect garbage first; `reset`: begin anew with the longest delay; `pulse` and `census`:
   *   see checkup/records.d.ts
   * @returns {Promise<Readings[W]>} as the subject reads them, as soon as it is free to
   * @throws {Fault} when it ends first
   */
  async vitals (word = /** @type {W} */ ('vitals')) {
    const reading = once(this.#channel, 'vitals')
    this.#channel.send(word)
    const [vitals] = await this.whileAlive(reading)
    return vitals
  }

  /**
   * Ends the subject and waits until all that was started for it has ended.
   * @param {string} [word] see Channel.send
   * @throws {Fault} when an instrument around the subject reports that it failed
   */
  async stop (word = 'exit') {
    this.#stopping = true
    const gone = once(this.#channel, 'gone', { signal: AbortSignal.timeout(STOP_LIMIT_MS) })
    this.#channel.send(word)
    try {
      await Promise.race([gone, this.#exited])
      await this.#exited
    } catch (err) {
      throw new Fault(`${this.subject.file} did not end within ${STOP_LIMIT_MS / 1000} s of being told to. Is it in an endless loop?`, { cause: err })
    } finally {
      await this.kill()
    }
    const { exitCode } = this.#child
    const disk = exitCode === UNWRITTEN ? 'Is there room on the disk? ' : ''
    if (exitCode) throw new Fault(`the tool around ${this.subject.file} failed (status ${exitCode}). ${disk}${lastWords(this.#log)}`)
  }

  /** Ends the subject at once; safe to call again. */
  async kill () {
    this.#stopping = true
    children.end(this.#child)
    await this.#exited
    this.#channel.close()
  }

  /** @returns {Promise<never>} */
  async #reportDeath () {
    if (this.#stopping) return new Promise(() => {})
    if (!this.#direct) children.end(this.#child) // nobody needs a report on a dead server
    await this.#exited // the line can be cut a moment before the exit status is known
    const words = lastWords(this.#log)
    const remedy = words.includes('EADDRINUSE') ? 'Its port is taken: end the other server, or choose another with --port. ' : ''
    throw new Fault(`${this.subject.file} ended${this.#direct ? this.#status() : ''} before it was told to. ${remedy}${words}`)
  }

  #status () {
    const { exitCode, signalCode } = this.#child
    return signalCode ? ` (${signalCode})` : ` with status ${exitCode}`
  }
}

module.exports = { start, RunningSubject }
