'use strict'

const { once } = require('events')
const { ask, best, choose, isListening, isUsable, toAddress, whyNot } = require('./address')
const { OperationalError } = require('../util/errors')
const { LOOPBACK } = require('./free-port')

// Maximum wait for a port. Slow machines and large servers need seconds to start.
const START_TIMEOUT_MS = 30_000
// A server that opens another port than the given one often opens the next within some hundred milliseconds: first a
// port for metrics, then its main port, once it has connected to its dependencies.
const FURTHER_PORT_MS = 2_000

/** @typedef {import('../types/pipeline').Address} Address */
/** @typedef {import('../types/pipeline').Subject} Subject */
/** @typedef {import('../types/pipeline').Ports} Ports */
/** @typedef {import('../agent/ports').Opened} Opened */

/** @typedef {import('../types/process').Given} Given */

// Measured ports of servers that did not use the given port. Each is determined once per hot-path process.
/** @type {Map<string, { asked: number | null, alike: boolean }>} */
const known = new Map()

/** Tracks the ports that a server opens, and determines the one to measure. */
class Listening {
  #channel
  #subject
  #given
  #count = 0
  #alike = false
  /** @type {import('../agent/started').Started} */
  #started = { processes: 0, threads: 0 }
  /** @type {Opened[]} Listeners that are open now. */
  opened = []
  /** @type {Address} Address of the measured port, once it is found. */
  address = { host: LOOPBACK, port: 0 }

  /**
   * @param {Subject} subject
   * @param {Given} given
   * @param {import('./channel').Channel} channel
   */
  constructor (subject, given, channel) {
    this.#channel = channel
    this.#subject = subject
    this.#given = given
    channel.on('opened', (opened) => {
      this.#count++
      this.opened.push(opened)
    })
    channel.on('started', (started) => {
      this.#started = started
    })
    channel.on('closed', (closed) => {
      this.opened = this.opened.filter(({ host, port }) => host !== closed.host || port !== closed.port)
    })
  }

  /** @returns {Ports} */
  get ports () {
    const open = this.opened.flatMap(({ port }) => port ?? [])
    const { port } = this.address
    return { measured: port, opened: [...new Set([port, ...open])], alike: this.#alike }
  }

  /**
   * Waits until the server listens. The given port is measured, however many others the server opens. If the server
   * does not open it, the server's path is requested from each open port, and the best answer decides.
   *
   * @param {<T>(work: Promise<T>) => Promise<T>} whileAlive see RunningSubject
   * @throws {OperationalError} if it opens no port within 30 s, or none that can be put under load
   */
  async find (whileAlive) {
    const end = performance.now() + START_TIMEOUT_MS
    let found = await this.#ready()
    while (!found) {
      // One signal, not AbortSignal.any(): a timeout within that may be collected, and never ends (nodejs/node#57736).
      const signal = AbortSignal.timeout(Math.max(0, Math.min(FURTHER_PORT_MS, Math.ceil(end - performance.now()))))
      try {
        await whileAlive(once(this.#channel, 'opened', { signal }))
        found = await this.#ready()
      } catch (err) {
        if (!signal.aborted) throw err
        found = await whileAlive(this.opened.length ? this.#asked() : this.#elsewhere(performance.now() >= end))
      }
    }
    this.address = found
  }

  /** @returns {Promise<Address | null>} the address to measure, if no requests are needed to determine it */
  async #ready () {
    for (;;) {
      const count = this.#count
      const found = await this.#expected()
      if (found || this.#count === count) return found
    }
  }

  /** @returns {Promise<Address | null>} address of the given port, or of the port known from an earlier start */
  async #expected () {
    const { port: wanted } = this.#subject
    const own = await this.#open((opened) => choose(opened, wanted ?? this.#given.port))
    if (own && !isUsable(own)) throw new OperationalError(whyNot(this.#subject, [own]))
    if (own || wanted !== undefined) return own && toAddress(own)
    const earlier = known.get(this.#key)
    const again =
      earlier &&
      (await this.#open((opened) => opened.find((one) => one.asked === earlier.asked && isUsable(one))))
    if (!earlier || !again) return null
    this.#alike = earlier.alike
    return toAddress(again)
  }

  /**
   * Removes listeners that are closed already: some servers try ports to find a free one.
   *
   * @param {(opened: Opened[]) => Opened | undefined} find
   * @returns {Promise<Opened | null>} the first listener found that accepts connections
   */
  async #open (find) {
    for (;;) {
      const found = find(this.opened)
      if (!found) return null
      if (found.port === null || (await isListening(toAddress(found)))) return found
      this.opened = this.opened.filter((one) => one !== found)
    }
  }

  /**
   * Requests the server's path from each open port.
   *
   * @returns {Promise<Address | null>} the best answer; if another port was opened meanwhile, the result of `#ready`
   * @throws {OperationalError} if no open port can be put under load
   */
  async #asked () {
    const count = this.#count
    const usable = this.opened.filter(isUsable)
    if (!usable.length || this.#subject.port !== undefined) {
      throw new OperationalError(whyNot(this.#subject, this.opened))
    }
    const answers = await Promise.all(usable.map((one) => ask(toAddress(one), this.#subject.path)))
    if (this.#count > count) return this.#ready()
    const found = best(usable.map((opened, i) => ({ opened, answer: answers[i] })))
    if (!found) {
      throw new OperationalError(
        whyNot(
          this.#subject,
          usable.map((one) => ({ ...one, speaks: 'no HTTP' }))
        )
      )
    }
    const { asked } = found.opened
    if (this.opened.filter((one) => one.asked === asked).length === 1) {
      known.set(this.#key, { asked, alike: found.alike })
    }
    this.#alike = found.alike
    return toAddress(found.opened)
  }

  /**
   * Tries the port that hot-path chose, which only this server knows. Listeners of worker threads and child processes
   * are not reported.
   *
   * @param {boolean} isLate whether the start timeout has passed
   * @returns {Promise<Address | null>} null if nothing listens there yet
   * @throws {OperationalError} if nothing listens there and `isLate`
   */
  async #elsewhere (isLate) {
    const own = { host: LOOPBACK, port: this.#given.port }
    if (this.#given.isOurs && (await isListening(own))) return own
    if (!isLate) return null
    throw new OperationalError(
      `${this.#subject.file} opened no port within ${START_TIMEOUT_MS / 1000} s. ${this.#whereElse()}`
    )
  }

  /** @returns {string} a possible reason, for the error message */
  #whereElse () {
    const { processes, threads } = this.#started
    if (!processes && !threads) return 'Does it call listen()?'
    return `If it listens in a ${threads ? 'worker thread' : 'child process'}, it must use the port in the environment variable PORT.`
  }

  get #key () {
    const { entry, args, env, path } = this.#subject
    return JSON.stringify([entry, args, env, path])
  }
}

module.exports = { Listening }
