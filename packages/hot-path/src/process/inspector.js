'use strict'

// Finds the inspector of a process that hot-path did not start, evaluates code through it, and closes it again.
// Source: Node's documentation, "Debugger: Advanced usage"; the Chrome DevTools Protocol.

const { EventEmitter, once } = require('events')
const http = require('http')
const { text } = require('stream/consumers')
const { setTimeout: wait } = require('timers/promises')
const WebSocket = require('ws')
const { OperationalError } = require('../util/errors')
const { readProc } = require('../util/proc')
const { within } = require('../util/timeout')
const { listensOn } = require('./process-tree')

const ANSWERS_WITHIN_MS = 5000
const LOOK_EACH_MS = 10
const TELLS_WITHIN_MS = 300
const CLOSES_WITHIN_MS = 1000
const HOW = { includeCommandLineAPI: true, silent: true }
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]', '::1']
// The first closes the inspector after it has answered; the second works even if the event loop is blocked.
// `require` exists only during the evaluation: in a callback it would throw, and end the process.
const CLOSING = ['{ const { close } = require("inspector"); setImmediate(close) }', 'require("inspector").close()']

/** @typedef {{ host: string, port: number }} Inspector */

/**
 * Waits until a process has opened its inspector after a signal. It may open other ports at the same time.
 *
 * @param {number} pid
 * @param {number[]} before ports that the process had open before
 * @param {number} withinMs time limit, which does not include the time that the process is stopped
 * @param {number} [eachMs] interval at which its ports are read
 * @returns {Promise<Inspector | null>} null if it has opened no inspector in time, or has ended
 */
async function openedSince (pid, before, withinMs, eachMs = LOOK_EACH_MS) {
  for (let leftMs = withinMs; leftMs > 0;) {
    const begunMs = performance.now()
    for (const port of listensOn(pid).filter((port) => !before.includes(port))) {
      const inspector = { host: '127.0.0.1', port }
      if ((await targetsOf(inspector).catch(() => [])).length > 0) return inspector
    }
    await wait(eachMs) // signal delivery is not acknowledged
    const state = stateOf(pid)
    if (state === null) return null
    if (!/[Tt]/.test(state)) leftMs -= performance.now() - begunMs
  }
  return null
}

/**
 * @param {number} pid
 * @returns {string | null} one letter, such as R, S or T (proc_pid_status(5)); null if the process has ended
 */
function stateOf (pid) {
  const [, state] = /^State:\s*(\w)/m.exec(readProc(`${pid}/status`) ?? '') ?? []
  return state === undefined || state === 'Z' ? null : state
}

/**
 * @param {Inspector} inspector
 * @param {string} target as the user gave it
 * @returns {Promise<string>} WebSocket URL of the main thread
 * @throws {OperationalError} if there is no inspector at this address
 */
async function urlOf ({ host, port }, target) {
  try {
    const [{ webSocketDebuggerUrl }] = await targetsOf({ host, port })
    const url = new URL(webSocketDebuggerUrl)
    if (url.protocol !== 'ws:' || url.port !== String(port) || !LOOPBACK.includes(url.hostname)) throw new Error(`it names ${url}`)
    return url.href
  } catch (err) {
    throw new OperationalError(`there is no inspector at ${host}:${port} (${target}).`, { cause: err })
  }
}

/**
 * Lists the targets of an inspector. Avoids `fetch`, which may go through a proxy (NODE_USE_ENV_PROXY).
 *
 * @param {Inspector} inspector
 * @returns {Promise<{ webSocketDebuggerUrl: string }[]>} empty if it is not an inspector
 * @throws {Error} if there is no JSON answer
 */
async function targetsOf ({ host, port }) {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
  const request = http.get({ host: host.replace(/^\[|\]$/g, ''), port, path: '/json/list', agent: false, signal })
  const [response] = /** @type {[http.IncomingMessage]} */ (await once(request, 'response'))
  const targets = JSON.parse(await text(response))
  return Array.isArray(targets) ? targets.filter((target) => typeof target?.webSocketDebuggerUrl === 'string') : []
}

/** The main thread does not answer its inspector. */
class Late extends OperationalError {}

/**
 * @param {Session} session
 * @returns {Promise<boolean>} whether a debugger has paused the process, for example at a breakpoint
 */
async function isPaused (session) {
  const paused = once(session, 'Debugger.paused').then(() => true)
  session.post('Debugger.enable')
  return Promise.race([paused, wait(TELLS_WITHIN_MS, false)]) // the event is sent at once or not at all
}

/**
 * A session with an inspector. The process handles its commands on the main thread, even if JavaScript is running
 * there, but not while it is in native code. Emits events of the Chrome DevTools Protocol under their names.
 */
class Session extends EventEmitter {
  #socket
  #ids = 0
  /** Whether the process is about to close its inspector, which ends the session. */
  isLeaving = false

  /** @param {WebSocket} socket */
  constructor (socket) {
    super()
    this.#socket = socket
    socket.on('message', (message) => {
      const { id, method, params, result } = JSON.parse(String(message))
      if (id) this.emit(`answer ${id}`, result ?? {})
      else this.emit(method, params)
    })
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>} its result; empty if the command failed. Pending as long as there is no answer
   */
  async post (method, params = {}) {
    const id = ++this.#ids
    const answered = once(this, `answer ${id}`)
    this.#socket.send(JSON.stringify({ id, method, params }))
    const [result] = await answered
    return result
  }

  /**
   * @param {string} code
   * @param {object} [how] more parameters
   * @returns {Promise<unknown>} its value, if that is a primitive
   * @throws {OperationalError} if the code throws
   */
  async evaluate (code, how = {}) {
    return valueOf(await this.post('Runtime.evaluate', { ...HOW, ...how, expression: code }))
  }

  /**
   * Calls a function in a turn of the event loop. The inspector interrupts running JavaScript, also that of Node: a
   * tick that is scheduled while `processTicksAndRejections` ends would never run, nor would any later one.
   *
   * @param {Function} run its source text is evaluated, so it must not use outer variables; receives `require`, as
   *   `this`, and the values
   * @param {object[]} values plain data
   * @returns {Promise<unknown>} its result, if that is a primitive. Pending as long as the event loop does not turn
   * @throws {OperationalError} if it throws
   */
  async call (run, values) {
    const { result } = await this.post('Runtime.evaluate', { ...HOW, expression: 'require' })
    const given = values.map((value) => ({ value }))
    const how = { objectId: result?.objectId, functionDeclaration: inTurn(run), arguments: given }
    return valueOf(await this.post('Runtime.callFunctionOn', { silent: true, awaitPromise: true, ...how }))
  }

  /**
   * @param {string} code
   * @param {number} withinMs
   * @returns {Promise<unknown>} its value, if that is a primitive
   * @throws {OperationalError} if the code throws; a `Late` if there is no answer in time
   */
  async ask (code, withinMs = ANSWERS_WITHIN_MS) {
    return within(this.evaluate(code), withinMs, () => new Late('the process does not respond: its event loop is blocked.'))
  }

  /**
   * Waits until the process has closed its inspector. If the session ended first, Node would print two more lines.
   *
   * @param {number} withinMs
   * @returns {Promise<boolean>} false if it has not in time
   */
  async closed (withinMs) {
    this.isLeaving = true
    if (this.#socket.readyState === WebSocket.CLOSED) return true
    const closed = once(this.#socket, 'close').then(() => true, () => true)
    return Promise.race([closed, wait(withinMs, false, { ref: false })])
  }
}

/**
 * @param {Function} run
 * @returns {string} source text of a function that promises the result of `run` in the next turn of the event loop
 */
function inTurn (run) {
  return `function (...values) {
    const { setImmediate } = this('timers')
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          resolve((${run}).apply(this, values))
        } catch (err) {
          reject(err)
        }
      })
    })
  }`
}

/**
 * @param {{ result?: { value?: unknown }, exceptionDetails?: { exception?: { description?: string } } }} answer
 * @returns {unknown} value of the code, if that is a primitive
 * @throws {OperationalError} if the code has thrown
 */
function valueOf ({ result, exceptionDetails }) {
  const thrown = exceptionDetails?.exception?.description
  if (thrown) throw new OperationalError(`the process cannot load hot-path: ${thrown.split('\n')[0]}`)
  return result?.value
}

/**
 * @template T
 * @param {string} url WebSocket URL of an inspector
 * @param {(session: Session) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {OperationalError}
 */
async function withSession (url, use) {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  try {
    const late = () => new OperationalError(`the inspector at ${url} does not respond.`)
    await within(once(socket, 'open'), ANSWERS_WITHIN_MS, late)
    socket.on('error', () => {}) // `close` follows
    const session = new Session(socket)
    /** @type {Promise<never>} */
    const closed = new Promise((resolve, reject) => {
      const gone = () => reject(new OperationalError('the process has ended, or has closed its inspector.'))
      socket.once('close', () => session.isLeaving || gone())
    })
    closed.catch(() => {}) // also after use
    return await Promise.race([use(session), closed])
  } catch (err) {
    if (err instanceof OperationalError) throw err
    throw new OperationalError(`the inspector at ${url} cannot be used: ${/** @type {Error} */ (err).message}`, { cause: err })
  } finally {
    // The process closes its inspector only after its clients have disconnected.
    socket.terminate()
  }
}

/**
 * Closes the inspector of a process through a session with it, which ends then.
 *
 * @param {Session} session
 * @param {string} [code]
 * @returns {Promise<boolean>} whether the session has ended
 */
async function closeThrough (session, code = CLOSING[0]) {
  session.evaluate(code).catch(() => {})
  return session.closed(CLOSES_WITHIN_MS)
}

/**
 * Closes the inspector of a process, even if its event loop is blocked, but not if the process is stopped.
 *
 * @param {number} pid process that has to own the inspector
 * @param {Inspector} inspector
 * @param {{ turns?: boolean }} [state] `turns`: whether its event loop does
 * @returns {Promise<boolean>} whether it is closed now
 */
async function closeInspector (pid, inspector, { turns = true } = {}) {
  const isOpen = () => listensOn(pid).includes(inspector.port)
  for (const code of CLOSING.slice(turns ? 0 : 1)) {
    try {
      const url = await urlOf(inspector, String(pid))
      const isOwn = await withSession(url, async function (session) {
        if ((await session.ask('process.pid')) !== pid) return false
        await closeThrough(session, code)
        return true
      })
      if (!isOwn) return true // another process has the port by now
    } catch {} // the open ports, checked below, show the result
    const untilMs = performance.now() + CLOSES_WITHIN_MS
    while (isOpen() && performance.now() < untilMs) await wait(LOOK_EACH_MS)
    if (!isOpen()) return true
  }
  return false
}

module.exports = {
  Late,
  LOOPBACK,
  Session,
  closeInspector,
  closeThrough,
  isPaused,
  openedSince,
  stateOf,
  urlOf,
  withSession
}
