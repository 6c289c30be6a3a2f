'use strict'

// A probe: runs inside a program from its start, or from an attachment on, and records what its idle main thread waits
// for. async_hooks report every resource that the program creates, and every callback. A wait is a period without
// callbacks of the program; the next callback ends it. The result has the shape of request-waits.js, with the program
// as the only request.

const { createHook, executionAsyncId, executionAsyncResource } = require('async_hooks')
const { performance } = require('perf_hooks')
const { types } = require('util')
const { framesOf, nearestFrames, trace } = require('./call-stack')
const { isOfHotPath, watchConnections } = require('./connections')

// Shorter gaps are overhead of the event loop.
const LEAST_WAIT_MS = 0.05
// Maximum share of time spent on stack traces, after the initial allowance of 20 ms. Beyond it, operations have no
// trace until time is available again.
const STACKS_SHARE = 0.02
const STACKS_FREE_MS = 20
// The longest waits that are kept, and the number beyond which the others are dropped: records would look like memory
// that the program retains.
const MOST_WAITS = 300
const BEYOND = 2 * MOST_WAITS
// Operations that each of them keeps, each started by the next one.
const MOST_PARENTS = 20
// `await`s around one wait.
const MOST_AWAITS = 8
// An operation belongs to its resource, so that both are freed together.
const OPERATION = Symbol('hot-path.operation')
// Types whose callbacks run directly after the code that created them. There are many of them.
const PASSING = new Set(['PROMISE', 'TickObject', 'Microtask', 'Immediate'])
// Async ids in which the main script runs, before the event loop starts. V8 calls observers of its collections in the
// first one, too, and these set an `Immediate`.
const MAIN = [0, 1]
const OF_OBSERVERS = 'Immediate'

/**
 * @typedef {object} Operation
 * @property {string} type as Node names it
 * @property {{ stack?: any } | null} trace
 * @property {Operation | undefined} parent operation whose callback started it
 * @property {number} depth number of its parents
 */

/** @typedef {{ atMs: number, ms: number, operation: Operation | null, via: string, resumed: Operation[] }} OpenWait
 * `via`: class of the resource whose callback ended it, empty if none has; `resumed`: the `await`s at which the program
 * resumed, innermost first */

class ProgramWaits {
  #connections = watchConnections() // created before the hook, so that its timer is not reported as the program's
  #beganMs = performance.now()
  #overheadMs = 0
  #depth = 0
  #operations = 0
  /** @type {number | null} end of the last callback of the program; null until the first has ended */
  #idleSinceMs = null
  /** @type {OpenWait[]} */
  #waits = []
  /** @type {OpenWait | null} */
  #latest = null
  #droppedMs = 0
  /** @type {Operation | null} most recently started operation of a lasting type */
  #last = null
  #hook = createHook({
    init: (_, type, __, resource) => this.#init(type, resource),
    before: () => this.#before(),
    after: () => this.#after()
  })

  /** @type {WeakMap<object, Operation | null> | null} by resource; null for those of hot-path */
  #attached

  /** @param {{ isAttached: boolean }} how */
  constructor ({ isAttached }) {
    // Leave no properties on resources that outlive the attachment.
    this.#attached = isAttached ? new WeakMap() : null
  }

  begin () {
    this.#hook.enable()
  }

  /** @returns {import('../../types/agent').RequestWaits} */
  end () {
    this.#hook.disable()
    const nowMs = performance.now()
    if (this.#depth === 0) this.#waited(nowMs, this.#last, null)
    const ms = nowMs - this.#beganMs
    const keptMs = this.#waits.reduce((sum, wait) => sum + wait.ms, 0)
    // The waits that are kept stand for all.
    const scale = keptMs > 0 ? (keptMs + this.#droppedMs) / keptMs : 1
    const inOrder = this.#waits.sort((a, b) => a.atMs - b.atMs)
    const waits = inOrder.map((wait) => described({ ...wait, ms: scale * wait.ms }))
    const program = {
      route: 'the program',
      ms,
      runningMs: ms - keptMs - this.#droppedMs,
      ran: [],
      opened: [],
      status: 0,
      finished: true,
      waits,
      operations: this.#operations
    }
    return { requests: [program], seen: 1, overheadMs: this.#overheadMs, ...this.#connections.end() }
  }

  /**
   * @param {string} type
   * @param {any} resource
   */
  #init (type, resource) {
    const parent = this.#running()
    if (parent === null) this.#attached?.set(resource, null)
    if (!parent && !isOfMain(type)) return // created by hot-path
    this.#operations++
    const sinceMs = performance.now()
    const isTraced = this.#overheadMs < STACKS_FREE_MS + STACKS_SHARE * (sinceMs - this.#beganMs)
    const known = parent && parent.depth < MOST_PARENTS ? parent : undefined
    const operation = { type, trace: isTraced ? trace() : null, parent: known, depth: known ? known.depth + 1 : 0 }
    // Not enumerable, so that a program does not print it.
    const hidden = { value: operation, configurable: true }
    if (this.#attached) this.#attached.set(resource, operation)
    else if (Object.isExtensible(resource)) Object.defineProperty(resource, OPERATION, hidden)
    if (!PASSING.has(type)) this.#last = operation
    this.#overheadMs += performance.now() - sinceMs
  }

  #before () {
    const operation = this.#running()
    if (!operation || this.#depth++ > 0) return
    const nowMs = performance.now()
    const hasWaited = this.#waited(nowMs, operation, executionAsyncResource())
    const last = this.#latest
    // If the program resumes at an `await`, attribute the wait to its line.
    const isResumed = !hasWaited && operation.type === 'PROMISE'
    if (isResumed && last && last.resumed.length < MOST_AWAITS) last.resumed.push(operation)
  }

  #after () {
    if (!this.#running() || this.#depth === 0 || --this.#depth > 0) return
    this.#idleSinceMs = performance.now()
  }

  /** @returns {Operation | null | undefined} the operation whose callback runs; null or undefined: one of hot-path */
  #running () {
    const resource = /** @type {any} */ (executionAsyncResource())
    if (!this.#attached) return resource[OPERATION]
    const known = this.#attached.get(resource)
    if (known !== undefined) return known
    const operation = isOfHotPath(resource) ? null : begunBefore(resource)
    this.#attached.set(resource, operation)
    return operation
  }

  /**
   * @param {number} nowMs
   * @param {Operation | null} operation that ended the wait
   * @param {object | null} resource whose callback ended it; null if the wait goes on
   * @returns {boolean} whether there was a wait
   */
  #waited (nowMs, operation, resource) {
    const loopSinceMs = performance.nodeTiming.loopStart
    const sinceMs = this.#idleSinceMs ?? (loopSinceMs > 0 ? Math.max(loopSinceMs, this.#beganMs) : nowMs)
    if (nowMs - sinceMs < LEAST_WAIT_MS) return false
    const via = resource ? classOf(resource) : ''
    this.#latest = { atMs: sinceMs - this.#beganMs, ms: nowMs - sinceMs, operation, via, resumed: [] }
    this.#waits.push(this.#latest)
    if (this.#waits.length > BEYOND) {
      const dropped = this.#waits.sort((a, b) => b.ms - a.ms).splice(MOST_WAITS)
      this.#droppedMs += dropped.reduce((sum, { ms }) => sum + ms, 0)
    }
    return true
  }
}

/** @param {object} resource */
function classOf (resource) {
  return String(resource.constructor?.name)
}

/** @param {string} type */
function isOfMain (type) {
  const id = executionAsyncId()
  return MAIN.includes(id) && !(id === MAIN[0] && type === OF_OBSERVERS)
}

/**
 * @param {any} resource that the program created before the attachment
 * @returns {Operation}
 */
function begunBefore (resource) {
  const type = types.isPromise(resource) ? 'PROMISE' : classOf(resource)
  return { type, trace: null, parent: undefined, depth: 0 }
}

/**
 * @param {OpenWait} wait
 * @returns {import('../../types/agent').Wait}
 */
function described ({ atMs, ms, operation, via, resumed }) {
  const begunAt = nearestFrames(operation)
  // An inner `await` may be of Node or a package.
  const [frames = begunAt] = resumed.map(({ trace }) => framesOf(trace ?? {})).filter(({ length }) => length > 0)
  return {
    atMs,
    ms,
    loopDelayMs: 0,
    type: operation?.type ?? '',
    via,
    frames,
    awaits: [],
    begunAt,
    begunIn: null,
    begunBy: null,
    heldAt: null,
    middleware: [],
    isShared: false,
    target: null,
    queue: false,
    releasedBy: []
  }
}

/** @type {import('../../types/agent').Probe} */
module.exports = (_, { gently = false } = {}) => {
  const waits = new ProgramWaits({ isAttached: gently })
  return function (word) {
    if (word === 'end') return waits.end()
    waits.begin()
    return {}
  }
}
