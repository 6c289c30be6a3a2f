'use strict'

const { randomUUID } = require('crypto')
const { EventEmitter, once } = require('events')
const net = require('net')
const readline = require('readline')

// What the subject tells of, as fields of its messages.
const EVENTS = ['opened', 'closed', 'started', 'processMetrics']

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
 */
class Channel extends EventEmitter {
  /** @type {Promise<any>} the last question */
  #answered = Promise.resolve()

  constructor () {
    super()
    this.token = randomUUID()
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

  /** @returns {NodeJS.ProcessEnv} what the subject needs to find the line */
  get env () {
    const { port } = /** @type {net.AddressInfo} */ (this.server.address())
    return { HOT_PATH_CHANNEL: `${port}:${this.token}` }
  }

  /**
   * @param {string} word `exit`; `processMetrics`, `collect` (garbage, and then the process metrics), `reset` or
   *   `probe <word> <file>`, which are answered with a reading; or the name of an event to emit on the subject's
   *   `process`
   */
  send (word) {
    this.socket?.write(word + '\n')
  }

  /**
   * Asks one question after another, because an answer does not tell what was asked; the first when the line stands.
   *
   * @param {string} word that is answered with a reading
   * @returns {Promise<any>} the reading
   */
  async ask (word) {
    const answered = this.#answered.then(async () => {
      if (!this.socket) await once(this, 'called')
      const reading = once(this, 'processMetrics')
      this.send(word)
      return (await reading)[0]
    })
    this.#answered = answered
    return answered
  }

  close () {
    this.socket?.destroy()
    this.server.close()
  }

  /** @param {net.Socket} socket */
  #answer (socket) {
    const lines = readline.createInterface({ input: socket })
    // A subject that dies with words of ours unread resets the line, and readline passes its input's errors on.
    for (const end of [socket, lines]) end.on('error', () => {})
    lines.on('line', (line) => {
      const message = parse(line)
      if (message?.token === this.token && !this.socket) this.#accept(socket, message)
      else if (socket !== this.socket) socket.destroy()
      else EVENTS.filter((event) => message?.[event]).forEach((event) => this.emit(event, message[event]))
    })
  }

  /**
   * @param {net.Socket} socket
   * @param {{ pid?: number, node?: string }} first what was said first
   */
  #accept (socket, { pid, node }) {
    this.socket = socket
    this.pid = pid
    this.node = node
    socket.once('close', () => this.emit('gone'))
    this.emit('called')
  }
}

/** @param {string} line */
function parse (line) {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

module.exports = { openChannel, Channel }
