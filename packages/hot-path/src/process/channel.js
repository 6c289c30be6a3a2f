'use strict'

const { randomBytes, timingSafeEqual } = require('crypto')
const { EventEmitter, once } = require('events')
const net = require('net')
const { StringDecoder } = require('string_decoder')
const { OperationalError } = require('../util/errors')

// What the subject tells of, as fields of its messages.
const EVENTS = ['opened', 'closed', 'started', 'processMetrics']
// Everybody on the machine can connect. Who has not yet said the token may say this much, and so many may be silent.
const MOST_UNKNOWN_BYTES = 1024
const MOST_UNKNOWN = 64
// The largest that a subject says is a profile: tens of MB.
const MOST_LINE_CHARACTERS = 400_000_000

/**
 * Opens the line that `preload.js`, inside a subject, calls back on.
 *
 * @returns {Promise<Channel>}
 */
async function openChannel () {
  const channel = new Channel()
  channel.server.listen(0, '127.0.0.1')
  await once(channel.server, 'listening')
  return channel
}

/**
 * Emits `opened` and `closed` for each port that the subject opens and closes (see ports.js), `started` for the most
 * child processes and worker threads that it has had at once (see started.js), `processMetrics` with the readings that
 * were asked for, `called` when the line stands, and `gone` when the subject has ended.
 *
 * Only the subject may speak: who says the token first. It is in the environment of the subject alone, which other
 * users cannot read, and in no command line.
 */
class Channel extends EventEmitter {
  /** @type {Promise<any>} the last question */
  #answered = Promise.resolve()
  /** @type {Set<net.Socket>} who has not said the token */
  #unknown = new Set()
  #silence = new Silence(() => this.send('alive'))

  constructor () {
    super()
    this.token = randomBytes(24).toString('hex')
    /** @type {net.Socket | null} */
    this.socket = null
    /**
     * @type {number | undefined} of the subject, as soon as it has called: an instrument may stand between it and us
     */
    this.pid = undefined
    /** @type {string | undefined} version of Node of the subject, `v24.1.0` */
    this.node = undefined
    this.server = net.createServer((socket) => this.#answer(socket))
  }

  /** @returns {{ port: number, token: string }} what the subject needs to find the line */
  get address () {
    const { port } = /** @type {net.AddressInfo} */ (this.server.address())
    return { port, token: this.token }
  }

  /**
   * @param {string} word `exit`; `processMetrics`, `collect` (garbage, and then the process metrics), `reset` or
   *   `probe <word> <file>`, which are answered with a reading; `alive`, which is answered at once; or the name of an
   *   event to emit on the subject's `process`
   */
  send (word) {
    this.socket?.write(word + '\n')
  }

  /**
   * Asks one question after another, because an answer does not tell what was asked; the first when the line stands.
   *
   * @param {string} word that is answered with a reading
   * @returns {Promise<any>} the reading
   * @throws {Hung} where nothing is heard of the subject any more
   */
  async ask (word) {
    const answered = this.#answered.then(async () => {
      if (!this.socket) await once(this, 'called')
      const reading = once(this, 'processMetrics')
      this.send(word)
      return (await this.whileHeard(reading))[0]
    })
    this.#answered = answered
    return answered
  }

  /**
   * @template T
   * @param {Promise<T>} work that makes sense only as long as the subject reacts
   * @returns {Promise<T>}
   * @throws {Hung} where nothing is heard of it any more
   */
  async whileHeard (work) {
    return this.#silence.limit(work)
  }

  close () {
    this.socket?.destroy()
    this.#closeToOthers()
  }

  #closeToOthers () {
    this.server.close()
    for (const socket of this.#unknown) socket.destroy()
  }

  /** @param {net.Socket} socket */
  #answer (socket) {
    socket.on('error', () => {}) // a subject that dies with words of ours unread resets the line
    this.#unknown.add(socket)
    socket.once('close', () => this.#unknown.delete(socket))
    if (this.#unknown.size > MOST_UNKNOWN) this.#unknown.values().next().value?.destroy()
    socket.on('data', () => {
      if (socket === this.socket) this.#silence.end() // also with a part of a long reading
    })
    readLines(socket, {
      most: () => (socket === this.socket ? MOST_LINE_CHARACTERS : MOST_UNKNOWN_BYTES),
      onLine: (line) => this.#hear(socket, parse(line))
    })
  }

  /**
   * @param {net.Socket} socket
   * @param {any} message
   */
  #hear (socket, message) {
    if (socket === this.socket) {
      for (const event of EVENTS) if (message?.[event]) this.emit(event, message[event])
    } else if (!this.socket && isSame(message?.token, this.token)) this.#accept(socket, message)
    else socket.destroy()
  }

  /**
   * @param {net.Socket} socket
   * @param {{ pid?: number, node?: string }} first what was said first
   */
  #accept (socket, { pid, node }) {
    this.socket = socket
    this.pid = pid
    this.node = node
    this.#unknown.delete(socket)
    this.#closeToOthers()
    socket.once('close', () => this.emit('gone'))
    this.emit('called')
  }
}

/**
 * @param {net.Socket} socket that is closed where a line is longer than `most`
 * @param {{ most: () => number, onLine: (line: string) => void }} how
 */
function readLines (socket, { most, onLine }) {
  const decoder = new StringDecoder('utf8')
  let parts = /** @type {string[]} */ ([])
  let length = 0
  socket.on('data', function (chunk) {
    const [first, ...others] = decoder.write(chunk).split('\n')
    for (const [i, text] of [first, ...others].entries()) {
      if (i > 0) {
        const line = parts.join('')
        parts = []
        length = 0
        onLine(line)
      }
      if (socket.destroyed) return
      parts.push(text)
      length += text.length
      if (length > most()) return socket.destroy()
    }
  })
}

/**
 * @param {unknown} said
 * @param {string} token
 */
function isSame (said, token) {
  const [one, other] = [Buffer.from(String(said)), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** @param {string} line */
function parse (line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const ASK_EACH_MS = 1000
// A subject that has not been heard for so long is blocked for good. Step 1 takes up to two seconds.
const HUNG_AFTER_SECONDS = 12

class Hung extends OperationalError {}

/**
 * Counts how long a subject has been silent while somebody waits for it. What is counted are the questions that brought
 * no sign of life, and not the time: this process may have been busy, or stopped, itself.
 */
class Silence {
  #ask
  #seconds = 0
  /** @type {Set<(hung: Hung) => void>} */
  #waiting = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /** @param {() => void} ask for a sign of life */
  constructor (ask) {
    this.#ask = ask
  }

  /** There was a sign of life. */
  end () {
    this.#seconds = 0
  }

  /**
   * @template T
   * @param {Promise<T>} work that makes sense only as long as the subject reacts
   * @returns {Promise<T>}
   * @throws {Hung} where it has been silent for 12 s: in this work, and in what was waited for before
   */
  async limit (work) {
    const { promise, giveUp } = abandonable()
    this.#waiting.add(giveUp)
    this.#timer ??= setInterval(() => this.#tick(), ASK_EACH_MS).unref()
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#waiting.delete(giveUp)
      if (this.#waiting.size === 0) this.#rest()
    }
  }

  #tick () {
    if (++this.#seconds > HUNG_AFTER_SECONDS) {
      const why = `The server has not been heard for ${HUNG_AFTER_SECONDS} s: its event loop is blocked, or its process is stopped.`
      for (const giveUp of this.#waiting) giveUp(new Hung(why))
    } else this.#ask()
  }

  #rest () {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** @returns {{ promise: Promise<never>, giveUp: (err: Error) => void }} */
function abandonable () {
  let giveUp = (/** @type {Error} */ _) => {}
  /** @type {Promise<never>} */
  const promise = new Promise((resolve, reject) => {
    giveUp = reject
  })
  promise.catch(() => {}) // the work was done at the same time
  return { promise, giveUp }
}

module.exports = { Channel, Hung, openChannel, Silence }
