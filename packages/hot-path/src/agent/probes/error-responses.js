'use strict'

// A probe: runs inside the server under test, and finds the code that sends error responses. It wraps methods of
// `ServerResponse.prototype` and `Socket.prototype`, and restores them at the end.

const { Buffer } = require('buffer')
const { ServerResponse } = require('http')
const { Socket } = require('net')
const { openInspector } = require('./inspector')
const { framesOf, isOfApplication, packagesOn, trace } = require('./call-stack')

/** @typedef {import('../../types/agent').Refusal} Refusal */

// Each exception pauses the main thread briefly. Beyond this limit, error responses are no longer recorded.
const MOST_EXCEPTIONS = 300
const MOST_REFUSALS = 1000
const MOST_WORDS = 200
const STATUS_NAMES = ['status', 'statusCode']
const AT = /^\s+at (?:async )?(?:(.+?) \()?([^()\s]+):(\d+):(\d+)\)?$/
const SET = Symbol('hot-path.set')

/**
 * @typedef {{ at: import('../../types/source').CallFrame, message: string, status: number | null }} Thrown
 */

class RefusalRecorder {
  /** @type {Refusal[]} */
  #refusals = []
  #answers = 0
  #exceptions = 0
  /** @type {Thrown | null} last exception since the previous response */
  #thrown = null
  #inspector = openInspector()
  #prototype = /** @type {any} */ (ServerResponse.prototype)
  #socket = /** @type {any} */ (Socket.prototype)
  #original = {
    end: this.#prototype.end,
    destroy: this.#socket.destroy,
    statusCode: Object.getOwnPropertyDescriptor(this.#prototype, 'statusCode')
  }

  begin () {
    const recorder = this
    const { end } = this.#original
    this.#prototype.end = function (/** @type {any[]} */ ...args) {
      recorder.#answered(this, args[0])
      return end.apply(this, args)
    }
    // Frameworks may set a status several times: the last one counts, where it was set first, since they set it again
    // as they send the response. Each response keeps its own property, so one that is in progress when the probe ends
    // is still sent unchanged.
    Object.defineProperty(this.#prototype, 'statusCode', {
      configurable: true,
      get: () => 200,
      set (first) {
        let status = first
        const set = (/** @type {any} */ value) => {
          const isAgain = value === status && SET in this
          status = value
          if (value >= 300 && !isAgain) this[SET] = { trace: trace(), thrown: recorder.#thrown }
        }
        Object.defineProperty(this, 'statusCode', { get: () => status, set, enumerable: true, configurable: true })
        set(first)
      }
    })
    const { destroy } = this.#socket
    this.#socket.destroy = function (/** @type {any[]} */ ...args) {
      recorder.#closed(this)
      return destroy.apply(this, args)
    }
    this.#pauseOnExceptions()
  }

  /** @returns {{ answers: number, refusals: Refusal[] }} */
  end () {
    this.#inspector.end()
    this.#prototype.end = this.#original.end
    this.#socket.destroy = this.#original.destroy
    Object.defineProperty(this.#prototype, 'statusCode', /** @type {PropertyDescriptor} */ (this.#original.statusCode))
    return { answers: this.#answers, refusals: this.#refusals }
  }

  #pauseOnExceptions () {
    const { post, on } = this.#inspector
    /** @type {Map<string, string>} */
    const urls = new Map()
    /** @type {Map<string, Thrown>} by message and stack: an exception that is thrown again is the same */
    const known = new Map()
    on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(scriptId, url))
    on('Debugger.paused', ({ callFrames, data }) => {
      if (++this.#exceptions > MOST_EXCEPTIONS) post('Debugger.disable')
      const frames = callFrames.map((/** @type {any} */ { functionName, location }) => ({
        file: urls.get(location.scriptId) ?? '',
        line: location.lineNumber + 1,
        column: location.columnNumber + 1,
        function: functionName || '(anonymous)'
      }))
      const at = frames.find((/** @type {any} */ { file }) => isOfApplication(file))
      if (!at) return
      const text = String(data?.description ?? data?.value ?? '')
      const [message, ...stack] = text.split('\n')
      const origin = originOf(stack, at)
      const first = origin ? undefined : known.get(text)
      this.#thrown = first ?? { at: origin ?? at, message, status: statusOf(data, post) }
      if (data?.description !== undefined) known.set(text, this.#thrown) // a primitive is another one each time
    })
    post('Debugger.enable')
    post('Debugger.setPauseOnExceptions', { state: 'all' })
  }

  #isEnough () {
    return this.#exceptions > MOST_EXCEPTIONS || this.#refusals.length >= MOST_REFUSALS
  }

  /** Only the application closes a client connection on purpose: records it with status 0. */
  #closed (/** @type {any} */ socket) {
    if (!socket.server || socket.destroyed || this.#isEnough()) return
    const frames = framesOf(trace())
    if (frames.length > 0) this.#refusals.push({ status: 0, said: '', statusSetAt: frames, statusSetIn: [], thrownAt: null, message: '', thrownStatus: null })
  }

  /**
   * @param {any} response
   * @param {unknown} body
   */
  #answered (response, body) {
    this.#answers++
    const set = response[SET] ?? { trace: null, thrown: this.#thrown }
    this.#thrown = null
    const status = response.statusCode
    if ((status >= 200 && status < 300) || status === 304 || this.#isEnough()) return
    const stack = set.trace ?? trace()
    this.#refusals.push({
      status,
      said: typeof body === 'string' || Buffer.isBuffer(body) ? String(body).slice(0, MOST_WORDS) : '',
      statusSetAt: framesOf(stack),
      statusSetIn: packagesOn(stack).called,
      thrownAt: set.thrown?.at ?? null,
      message: set.thrown?.message ?? '',
      thrownStatus: set.thrown?.status ?? null
    })
  }
}

/**
 * @param {string[]} stack of an exception, as text
 * @param {import('../../types/source').CallFrame} at where it is thrown
 * @returns {import('../../types/source').CallFrame | null} where it was created, if that is the same function, which
 *   may catch it and throw it again
 */
function originOf (stack, at) {
  for (const line of stack) {
    const [, name = '(anonymous)', file, number, column] = AT.exec(line) ?? []
    if (!file || !isOfApplication(file)) continue
    return name === at.function ? { ...at, line: Number(number), column: Number(column) } : null
  }
  return null
}

/**
 * @param {any} thrown as reported by the inspector
 * @param {(method: string, params?: object) => any} post
 * @returns {number | null} its own `status` or `statusCode`, read without running a getter
 */
function statusOf ({ objectId } = /** @type {any} */ ({}), post) {
  if (!objectId) return null
  const { result } = post('Runtime.getProperties', { objectId, ownProperties: true })
  const own = result.filter((/** @type {any} */ { name }) => STATUS_NAMES.includes(name))
  return own.map((/** @type {any} */ { value }) => value?.value).find(Number.isInteger) ?? null
}

/** @type {RefusalRecorder | null} */
let recorder = null

/** @type {import('../../types/agent').Probe} */
module.exports = () =>
  function (word) {
    if (word === 'begin') {
      recorder = new RefusalRecorder()
      recorder.begin()
      return {}
    }
    const seen = recorder?.end() ?? { answers: 0, refusals: [] }
    recorder = null
    return seen
  }
