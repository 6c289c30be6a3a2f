'use strict'

// A probe: runs inside a program from its start, and records what its idle main thread waits for. async_hooks report
// every resource that the program creates, and every callback. A wait is a period without callbacks of the program;
// the next callback ends it. The result has the shape of request-waits.js, with the program as the only request.

const { createHook, executionAsyncId } = require('async_hooks')
const { performance } = require('perf_hooks')
const { framesOf, nearestFrames, trace } = require('./call-stack')
const { watchConnections } = require('./connections')

// Shorter gaps are overhead of the event loop.
const LEAST_WAIT_MS = 0.05
// Maximum share of time spent on stack traces, after the initial allowance of 20 ms. Beyond it, operations have no
// trace until time is available again.
const STACKS_SHARE = 0.02
const STACKS_FREE_MS = 20
const MOST_WAITS = 10_000
// Maximum operations in each of the two maps. The oldest are dropped first.
const MOST_KNOWN = 100_000
// Types whose callbacks run directly after the code that created them. There are many of them.
const PASSING = new Set(['PROMISE', 'TickObject', 'Microtask', 'Immediate'])
// Async ids in which the main script runs, before the event loop starts.
const MAIN = [0, 1]

/**
 * @typedef {object} Operation
 * @property {string} type as Node names it
 * @property {{ stack?: any } | null} trace
 * @property {Operation | undefined} parent operation whose callback started it
 */

/** @typedef {{ atMs: number, ms: number, operation: Operation | null, resumed: Operation | null }} OpenWait */

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
  /** @type {Operation | null} most recently started operation of a lasting type */
  #last = null
  /** @type {Map<number, Operation>} by async id */
  #passing = new Map()
  /** @type {Map<number, Operation>} */
  #lasting = new Map()
  #hook = createHook({
    init: (id, type) => this.#init(id, type),
    before: (id) => this.#before(id),
    after: (id) => this.#after(id)
  })

  begin () {
    this.#hook.enable()
  }

  /** @returns {import('../../types/agent').RequestWaits} */
  end () {
    this.#hook.disable()
    const nowMs = performance.now()
    if (this.#depth === 0) this.#waited(nowMs, this.#last)
    const ms = nowMs - this.#beganMs
    const waits = this.#waits.map(described)
    const program = {
      route: 'the program',
      ms,
      runningMs: ms - waits.reduce((sum, wait) => sum + wait.ms, 0),
      ran: [],
      status: 0,
      finished: true,
      waits,
      operations: this.#operations
    }
    return { requests: [program], seen: 1, overheadMs: this.#overheadMs, ...this.#connections.end() }
  }

  /** @param {number} id */
  #known (id) {
    return this.#passing.get(id) ?? this.#lasting.get(id)
  }

  /**
   * @param {number} id
   * @param {string} type
   */
  #init (id, type) {
    const parent = this.#known(executionAsyncId())
    if (!parent && !MAIN.includes(executionAsyncId())) return // created by hot-path
    this.#operations++
    const sinceMs = performance.now()
    const isTraced = this.#overheadMs < STACKS_FREE_MS + STACKS_SHARE * (sinceMs - this.#beganMs)
    const operation = { type, trace: isTraced ? trace() : null, parent }
    const map = PASSING.has(type) ? this.#passing : this.#lasting
    map.set(id, operation)
    if (map.size > MOST_KNOWN) map.delete(Number(map.keys().next().value))
    if (map === this.#lasting) this.#last = operation
    this.#overheadMs += performance.now() - sinceMs
  }

  #before (/** @type {number} */ id) {
    const operation = this.#known(id)
    if (!operation || this.#depth++ > 0) return
    const nowMs = performance.now()
    const hasWaited = this.#waited(nowMs, operation)
    const last = this.#waits.at(-1)
    // If the program resumes at an `await`, attribute the wait to its line.
    if (!hasWaited && last && !last.resumed && operation.type === 'PROMISE') last.resumed = operation
  }

  #after (/** @type {number} */ id) {
    if (!this.#known(id) || this.#depth === 0 || --this.#depth > 0) return
    this.#idleSinceMs = performance.now()
  }

  /**
   * @param {number} nowMs
   * @param {Operation | null} operation that ended the wait
   * @returns {boolean} whether there was a wait
   */
  #waited (nowMs, operation) {
    const loopSinceMs = performance.nodeTiming.loopStart
    const sinceMs = this.#idleSinceMs ?? (loopSinceMs > 0 ? Math.max(loopSinceMs, this.#beganMs) : nowMs)
    if (nowMs - sinceMs < LEAST_WAIT_MS) return false
    if (this.#waits.length < MOST_WAITS) {
      this.#waits.push({ atMs: sinceMs - this.#beganMs, ms: nowMs - sinceMs, operation, resumed: null })
    }
    return true
  }
}

/**
 * @param {OpenWait} wait
 * @returns {import('../../types/agent').Wait}
 */
function described ({ atMs, ms, operation, resumed }) {
  const begunAt = nearestFrames(operation)
  const frames = resumed?.trace ? framesOf(resumed.trace) : []
  return {
    atMs,
    ms,
    loopDelayMs: 0,
    type: operation?.type ?? '',
    via: '',
    frames: frames.length > 0 ? frames : begunAt,
    awaits: [],
    begunAt,
    begunIn: null,
    begunBy: null,
    isShared: false,
    target: null,
    queue: false,
    releasedBy: []
  }
}

/** @type {import('../../types/agent').Probe} */
module.exports = () => {
  const waits = new ProgramWaits()
  return function (word) {
    if (word === 'end') return waits.end()
    waits.begin()
    return {}
  }
}
