'use strict'

const { randomBytes, timingSafeEqual } = require('crypto')
const { EventEmitter, once } = require('events')
const net = require('net')
const { StringDecoder } = require('string_decoder')
const { OperationalError } = require('../util/errors')

// Events that the server reports, as fields of its messages.
const EVENTS = ['opened', 'closed', 'started', 'processMetrics']
// All programs on the machine can connect. Limits for connections before they have sent the token: line length, number.
const MOST_UNKNOWN_BYTES = 1024
const MOST_UNKNOWN = 64
// The largest message of a server is a profile: tens of MB.
const MOST_LINE_CHARACTERS = 400_000_000

/**
 * Opens the control channel, to which `preload.js` in the server connects.
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
 * The control channel to a server. Emits `opened` and `closed` for each port that the server opens and closes (see
 * ports.js), `started` with the maximum numbers of concurrent child processes and worker threads (see started.js),
 * `processMetrics` with the requested readings, `called` when it is connected, and `gone` when the server has ended.
 *
 * Only the first connection that sends the token is accepted. The server gets the token in its environment, which other
 * users cannot read, or through its inspector, and never in a command line.
 */
class Channel extends EventEmitter {
  /** @type {Promise<any>} settles with the last request */
  #answered = Promise.resolve()
  /** @type {Set<net.Socket>} connections that have not sent the token */
  #unknown = new Set()
  #silence = new Silence(() => this.send('alive'))

  constructor () {
    super()
    this.token = randomBytes(24).toString('hex')
    /** @type {net.Socket | null} */
    this.socket = null
    /** @type {number | undefined} process id of the server once connected, even if an instrument wraps the server */
    this.pid = undefined
    /** @type {string | undefined} Node.js version of the server, `v24.1.0` */
    this.node = undefined
    this.server = net.createServer((socket) => this.#answer(socket))
  }

  /** @returns {{ port: number, token: string }} what the server needs to connect */
  get address () {
    const { port } = /** @type {net.AddressInfo} */ (this.server.address())
    return { port, token: this.token }
  }

  /**
   * @param {string} word `exit`; `processMetrics`, `collect` (garbage collection, then process metrics), `reset` or
   *   `probe <word> <file>`, all answered with a reading; `alive`, answered at once; `measured <port>`: only the
   *   requests of this port count; `close-inspector` or `detach`, for attached processes; otherwise the name of an
   *   event to emit on the server's `process`
   */
  send (word) {
    this.socket?.write(word + '\n')
  }

  /**
   * Sends one request at a time, because an answer does not identify its request. Waits for the connection first.
   *
   * @param {string} word a request that is answered with a reading
   * @returns {Promise<any>} the reading
   * @throws {Hung} if the server becomes unresponsive
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
   * @param {Promise<T>} work that needs the server to be responsive
   * @returns {Promise<T>}
   * @throws {Hung} if the server becomes unresponsive
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
    socket.on('error', () => {}) // a server that dies with unread data resets the connection
    this.#unknown.add(socket)
    socket.once('close', () => this.#unknown.delete(socket))
    if (this.#unknown.size > MOST_UNKNOWN) this.#unknown.values().next().value?.destroy()
    socket.on('data', () => {
      if (socket === this.socket) this.#silence.end() // even part of a long reading is a sign of life
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
   * @param {{ pid?: number, node?: string }} first its first message
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
 * @param {net.Socket} socket is closed if a line is longer than `most`
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
 * @param {unknown} said received token
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
// A server that is silent for this long is regarded as blocked for good. `steps/01-slow` blocks for up to 2 s.
const HUNG_AFTER_SECONDS = 12

class Hung extends OperationalError {}

/**
 * Counts how long a server has been silent while an operation waits for it. Counts the requests without a sign of life,
 * not the time, because hot-path itself may have been busy or stopped.
 */
class Silence {
  #ask
  #seconds = 0
  /** @type {Set<(hung: Hung) => void>} */
  #waiting = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /** @param {() => void} ask requests a sign of life */
  constructor (ask) {
    this.#ask = ask
  }

  /** Restarts the count after a sign of life. */
  end () {
    this.#seconds = 0
  }

  /**
   * @template T
   * @param {Promise<T>} work that needs the server to be responsive
   * @returns {Promise<T>}
   * @throws {Hung} if the server has been silent for 12 s, during this and earlier work together
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
      const why = `The server has not responded for ${HUNG_AFTER_SECONDS} s: its event loop is blocked, or its process is stopped.`
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
  promise.catch(() => {}) // no unhandled rejection if the work settles at the same time
  return { promise, giveUp }
}

/**
 * @param {string} file absolute path of a probe's module
 * @param {string} word request to it
 * @param {string} argument of the request; empty for none
 * @returns {string} the message: see agent/probe-host.js
 */
function probeRequest (file, word, argument) {
  return `probe ${word}${argument && `=${encodeURIComponent(argument)}`} ${file}`
}

module.exports = { Channel, Hung, openChannel, probeRequest }
