'use strict'

// A probe: runs inside the subject while a load is on, and follows sampled requests from their start to the end of
// their response. What they waited for is told by async_hooks: a resource that was made on behalf of a request, and
// whose callback runs while nothing else of that request runs, ended a wait of the request.

const { createHook, executionAsyncId, executionAsyncResource } = require('async_hooks')
const diagnostics = require('diagnostics_channel')
const { performance } = require('perf_hooks')
const { types } = require('util')
const { framesOf, nearestFrames, trace } = require('./call-stack')
const { watchConnections } = require('./connections')

/** @typedef {import('../../types/agent').Wait} Wait */
/** @typedef {import('../../types/agent').FollowedRequest} FollowedRequest */
/** @typedef {import('../../types/agent').RequestWaits} RequestWaits */

const REQUEST_START = 'http.server.request.start'
const RESPONSE_FINISH = 'http.server.response.finish'
// Of Node's http client, and of fetch.
const ASKED = ['http.client.request.start', 'undici:request:create']
const ANSWERED = ['http.client.response.finish', 'undici:request:trailers', 'undici:request:error']

// As many are followed at the same time, and in all: their stacks cost the most.
const MOST_AT_ONCE = 5
const MOST_REQUESTS = 400
// Of the time, for stacks: beyond that no further request is followed until there is time again.
const STACKS_SHARE = 0.01
const STACKS_FREE_MS = 5
// One request in so many, on average, beside those limits: the next one that comes after another was answered is often
// of the same client, and would be no random sample.
const ONE_IN = 10
// Of one request. Beyond that its operations are counted, and not looked at.
const MOST_OPERATIONS = 2_000
// Of all requests that are under way.
const MOST_KNOWN = 200_000
// Where the event loop is busier than that, each sample takes time from other requests: then the hooks rest for so many
// times as long as the sampled request took.
const BUSY = 0.7
const REST = 20
const UTILIZATION_EACH_MS = 100
// What is shorter is the event loop's own doing.
const LEAST_WAIT_MS = 0.05
// These run directly after what made them, before the event loop goes on.
const LOST = 'lost'
const CONTINUATIONS = new Set(['PROMISE', 'TickObject', 'Microtask'])

/**
 * @typedef {Wait & { operation: Operation | null, resumed: Operation | null, settled: Operation['settled'], task:
 *   number }} OpenWait `resumed`: the `await` at which the request went on, where that is not what ended the wait
 */

/** @typedef {{ text: string, isOver: boolean }} Asked `GET http://127.0.0.1:4000/items`; `isOver`: it was answered */

/** What is known of a request: of one that is not followed, that it is there. */
class Request {
  /** @type {number[]} async ids that belong to it */
  ids = []
  finished = false
  followed

  /** @param {Followed | null} followed */
  constructor (followed) {
    this.followed = followed
  }
}

/** The account of a request that is followed. */
class Followed {
  depth = 1
  operations = 0
  runningMs = 0
  /** @type {OpenWait[]} */
  waits = []
  /** @type {Asked | null} of another server, last */
  asked = null
  beganMs = performance.now()
  sinceMs = this.beganMs
  /** @type {Operation | null} the last that was begun, and can take a while */
  last = null
  /** The type of the last resource that was made, which a promise is not. */
  lastType = ''

  /** @param {import('http').IncomingMessage} request */
  constructor ({ method, url }) {
    this.route = `${method} ${String(url).split('?')[0]}`
  }

  /** The request runs no more. */
  pause (/** @type {number} */ nowMs) {
    this.runningMs += nowMs - this.sinceMs
    this.sinceMs = nowMs
  }
}

/**
 * @typedef {object} Operation
 * @property {Request} request
 * @property {string} type
 * @property {any} resource null of promises
 * @property {Operation | null} parent in whose callback it was begun
 * @property {Operation | null} awaited the promise that an `await`, or a `then`, is for
 * @property {{ stack?: any } | null} trace
 * @property {{ by: Request | null, trace: { stack?: any }, target: string | null } | null} settled a promise, outside
 *   its own request
 */

class RequestWaitsRecorder {
  #hook = createHook({
    init: (id, type, trigger, resource) => this.#init(id, type, trigger, resource),
    before: (id) => this.#before(id),
    after: (id) => this.#after(id),
    promiseResolve: (id) => this.#resolved(id)
  })

  /** @type {Map<number, Operation>} by async id */
  #known = new Map()
  /** @type {Map<object, Request>} by the response */
  #open = new Map()
  // Their stacks are read at the end: that takes time.
  /** @type {(Omit<FollowedRequest, 'waits'> & { waits: OpenWait[] })[]} */
  #requests = []
  /** @type {WeakMap<object, Asked>} by the request to another server */
  #underWay = new WeakMap()
  #following = 0
  #isHooked = false
  #seen = 0
  #skip = 0
  #restUntilMs = 0
  #overheadMs = 0
  #sinceMs = performance.now()
  #connections = watchConnections()
  // The event loop.
  #depth = 0
  #task = 0
  #turnSinceMs = performance.now()
  #isNewTurn = true
  #isWatched = false
  /** @type {any} */
  #root = null
  /** @type {Request | null} that ran last in this task */
  #ranLast = null
  #utilization = { at: performance.now(), elu: performance.eventLoopUtilization(), now: 1 }

  begin () {
    diagnostics.subscribe(REQUEST_START, this.#started)
    diagnostics.subscribe(RESPONSE_FINISH, this.#finished)
    for (const channel of ASKED) diagnostics.subscribe(channel, this.#asked)
    for (const channel of ANSWERED) diagnostics.subscribe(channel, this.#answeredBy)
  }

  /** @returns {RequestWaits} */
  end () {
    diagnostics.unsubscribe(REQUEST_START, this.#started)
    diagnostics.unsubscribe(RESPONSE_FINISH, this.#finished)
    for (const channel of ASKED) diagnostics.unsubscribe(channel, this.#asked)
    for (const channel of ANSWERED) diagnostics.unsubscribe(channel, this.#answeredBy)
    this.#unhook()
    for (const [response, request] of this.#open) {
      if (request.followed) this.#close(request, response, { finished: false })
    }
    this.#open.clear()
    this.#known.clear()
    return {
      requests: this.#requests.map((one) => ({ ...one, waits: one.waits.map((wait) => this.#described(wait)) })),
      seen: this.#seen,
      overheadMs: this.#overheadMs,
      ...this.#connections.end()
    }
  }

  #hookOn () {
    if (this.#isHooked) return
    this.#isHooked = true
    this.#depth = 0
    this.#hook.enable()
    this.#watchTurns()
  }

  #unhook () {
    if (!this.#isHooked) return
    this.#isHooked = false
    this.#hook.disable()
    for (const request of this.#open.values()) request.ids = []
    this.#known.clear()
  }

  /** An immediate that is not waited for runs once in each turn of the event loop, and wakes nobody. */
  #watchTurns () {
    if (this.#isWatched) return
    this.#isWatched = true
    setImmediate(this.#turned).unref()
  }

  #turned = () => {
    this.#isNewTurn = true
    this.#isWatched = false
    if (this.#isHooked) this.#watchTurns()
  }

  #isBusy () {
    const nowMs = performance.now()
    const { at, elu } = this.#utilization
    if (nowMs - at >= UTILIZATION_EACH_MS) {
      const next = performance.eventLoopUtilization()
      this.#utilization = { at: nowMs, elu: next, now: performance.eventLoopUtilization(next, elu).utilization }
    }
    return this.#utilization.now > BUSY
  }

  #started = (/** @type {any} */ { request, response }) => {
    this.#seen++
    const nowMs = performance.now()
    const isWanted =
      this.#following < MOST_AT_ONCE &&
      this.#requests.length < MOST_REQUESTS &&
      nowMs >= this.#restUntilMs &&
      this.#overheadMs < STACKS_FREE_MS + STACKS_SHARE * (nowMs - this.#sinceMs)
    const isFollowed = isWanted && this.#skip-- <= 0
    if (isFollowed) {
      this.#skip = Math.floor(2 * ONE_IN * Math.random())
      this.#following++
      this.#hookOn()
      response.prependOnceListener('prefinish', () => this.#answered(one))
      response.once('close', () => this.#left(one, response))
    } else if (!this.#isHooked) return
    const one = new Request(isFollowed ? new Followed(request) : null)
    this.#open.set(response, one)
    this.#know(executionAsyncId(), unknown(one))
    this.#ranLast = one
  }

  #finished = (/** @type {any} */ { response }) => {
    const request = this.#open.get(response)
    if (request) this.#over(request, response, { finished: true })
  }

  /** The connection is closed. Where there was no answer, the client has left: what comes later ends no wait. */
  #left (/** @type {Request} */ request, /** @type {any} */ response) {
    if (this.#open.has(response)) this.#over(request, response, { finished: false })
  }

  /**
   * @param {Request} request
   * @param {any} response
   * @param {{ finished: boolean }} how
   */
  #over (request, response, how) {
    this.#open.delete(response)
    request.finished = true
    for (const id of request.ids) if (this.#known.get(id)?.request === request) this.#known.delete(id)
    if (request.followed) this.#close(request, response, how)
  }

  #asked = (/** @type {any} */ { request }) => {
    const followed = this.#known.get(executionAsyncId())?.request.followed
    if (!followed) return
    const { method, origin, path } = request
    const host = request.getHeader?.('host') ?? request.host
    followed.asked = { text: `${method} ${origin ?? `http://${host}`}${String(path).split('?')[0]}`, isOver: false }
    this.#underWay.set(request, followed.asked)
  }

  /** The answer is there. Who waits for it goes on a moment later. */
  #answeredBy = (/** @type {any} */ { request }) => {
    const asked = this.#underWay.get(request)
    if (asked) asked.isOver = true
  }

  /** The response was ended by a callback that the hooks do not connect with its request. */
  #answered (/** @type {Request} */ request) {
    const { followed } = request
    if (!followed || request.finished || followed.depth > 0) return
    const nowMs = performance.now()
    this.#woken(followed, { nowMs, type: LOST, operation: { ...unknown(request), trace: trace() } })
    followed.pause(performance.now())
  }

  /**
   * @param {Request} request
   * @param {any} response
   * @param {{ finished: boolean }} how
   */
  #close (request, response, { finished }) {
    const followed = /** @type {Followed} */ (request.followed)
    const nowMs = performance.now()
    if (followed.depth > 0) followed.pause(nowMs)
    else if (finished) this.#waited(followed, { nowMs, type: 'response', operation: null })
    else {
      const isAsking = followed.asked !== null && !followed.asked.isOver // a client has timers of its own
      const type = isAsking ? 'HTTPCLIENTREQUEST' : followed.lastType
      this.#waited(followed, { nowMs, type, operation: followed.last, isOpen: true })
    }
    this.#requests.push({
      route: followed.route,
      ms: nowMs - followed.beganMs,
      runningMs: followed.runningMs,
      status: finished ? response.statusCode : 0,
      finished,
      waits: followed.waits,
      operations: followed.operations
    })
    request.followed = null
    this.#following--
    if (this.#following > 0 || !this.#isBusy()) return
    this.#restUntilMs = nowMs + REST * (nowMs - followed.beganMs)
    this.#unhook()
  }

  /**
   * @param {number} id
   * @param {Operation} operation
   */
  #know (id, operation) {
    if (this.#known.size >= MOST_KNOWN) return
    this.#known.set(id, operation)
    operation.request.ids.push(id)
  }

  /**
   * @param {number} id
   * @param {string} type
   * @param {number} trigger
   * @param {any} resource
   */
  #init (id, type, trigger, resource) {
    const parent = this.#known.get(executionAsyncId())
    if (!parent) return
    const { request } = parent
    const { followed } = request
    const isLooked = followed !== null && followed.operations++ < MOST_OPERATIONS
    /** @type {Operation} */
    const operation = {
      request,
      type,
      resource: isLooked && type !== 'PROMISE' ? resource : null,
      parent,
      awaited: type === 'PROMISE' ? (this.#known.get(trigger) ?? null) : null,
      trace: null,
      settled: null
    }
    if (isLooked) {
      const sinceMs = performance.now()
      operation.trace = trace()
      this.#overheadMs += performance.now() - sinceMs
      if (type !== 'TickObject') followed.last = operation // a tick is over before anything is waited for
      if (!CONTINUATIONS.has(type)) followed.lastType = type
    }
    this.#know(id, operation)
  }

  #before (/** @type {number} */ id) {
    const operation = this.#known.get(id)
    if (this.#depth++ === 0) this.#entered(operation)
    if (!operation) return
    const { request, type } = operation
    const { followed } = request
    if (followed && followed.depth++ === 0) this.#woken(followed, { nowMs: performance.now(), type, operation })
    this.#ranLast = request
  }

  #after (/** @type {number} */ id) {
    if (this.#depth > 0) this.#depth--
    const followed = this.#known.get(id)?.request.followed
    if (followed && followed.depth > 0 && --followed.depth === 0) followed.pause(performance.now())
  }

  /** A callback of the event loop begins, or what follows directly on one. */
  #entered (/** @type {Operation | undefined} */ operation) {
    const resource = executionAsyncResource()
    const continues = operation ? CONTINUATIONS.has(operation.type) : isContinuation(resource)
    if (continues) return
    this.#task++
    this.#root = resource
    this.#ranLast = null
    if (this.#isNewTurn) {
      this.#isNewTurn = false
      this.#turnSinceMs = performance.now()
    }
  }

  /**
   * @param {Followed} followed
   * @param {{ nowMs: number, type: string, operation: Operation }} end
   */
  #woken (followed, end) {
    const last = followed.waits.at(-1)
    const goesOn = last?.task === this.#task && !last.resumed && end.type === 'PROMISE' && end.operation.trace !== null
    if (goesOn && end.nowMs - followed.sinceMs < LEAST_WAIT_MS) last.resumed = end.operation
    this.#waited(followed, end)
    followed.sinceMs = end.nowMs
  }

  /**
   * @param {Followed} followed
   * @param {{ nowMs: number, type: string, operation: Operation | null, isOpen?: boolean }} end `isOpen`: nothing has
   *   ended it
   */
  #waited (followed, { nowMs, type, operation, isOpen = false }) {
    const ms = nowMs - followed.sinceMs
    if (ms < LEAST_WAIT_MS) {
      followed.runningMs += ms
      return
    }
    const sinceMs = performance.now()
    const settled = operation?.awaited?.settled ?? operation?.settled ?? null
    const isContinued = CONTINUATIONS.has(type)
    const root = isContinued ? this.#root : null
    const other = settled ? settled.by : operation && isContinued ? this.#otherBefore(operation.request) : null
    followed.waits.push({
      atMs: followed.sinceMs - followed.beganMs,
      ms,
      loopDelayMs: isOpen ? 0 : Math.max(0, Math.min(ms, nowMs - this.#turnSinceMs)),
      type,
      via: isOpen ? '' : (this.#root?.constructor?.name ?? ''),
      frames: [],
      begunAt: [],
      target: followed.asked?.text ?? settled?.target ?? targetOf(operation?.resource) ?? targetOf(root),
      queue: type === 'QueuedRequest' || (other !== null && !other.finished),
      releasedBy: [],
      settled,
      operation,
      resumed: null,
      task: this.#task
    })
    if (followed.asked?.isOver) followed.asked = null
    this.#overheadMs += performance.now() - sinceMs
  }

  /**
   * @param {Request} request that goes on
   * @returns {Request | null} another one, which ran directly before it in the same task
   */
  #otherBefore (request) {
    return this.#ranLast && this.#ranLast !== request ? this.#ranLast : null
  }

  #resolved (/** @type {number} */ id) {
    const operation = this.#known.get(id)
    if (!operation?.request.followed || operation.settled) return
    const running = this.#known.get(executionAsyncId())
    if (running?.request === operation.request) return
    operation.settled = { by: running?.request ?? null, trace: trace(), target: targetOf(this.#root) }
  }

  /**
   * @param {OpenWait} wait
   * @returns {Wait}
   */
  #described ({ operation, resumed, settled, task, ...wait }) {
    const sinceMs = performance.now()
    // What calls a lost callback is not known. Where it was handed over is where it was written.
    const begunAt =
      wait.type === LOST ? framesOf(operation?.trace ?? {}, { enclosing: true }) : nearestFrames(operation)
    // Where an `await` of the application ended the wait, the one that goes on after it is further out. A promise that
    // is resolved with another one follows it, too, and nobody's code has written that `then`.
    const isAwaited = wait.type === 'PROMISE' && framesOf(operation?.trace ?? {}).length > 0
    const frames = resumed?.trace && !isAwaited ? framesOf(resumed.trace) : []
    this.#overheadMs += performance.now() - sinceMs
    const releasedBy = settled?.by ? framesOf(settled.trace) : []
    return { ...wait, frames: frames.length ? frames : begunAt, begunAt, releasedBy }
  }
}

/**
 * @param {Request} request
 * @returns {Operation} what it began with, or goes on in
 */
function unknown (request) {
  return {
    request,
    type: 'HTTPINCOMINGMESSAGE',
    resource: null,
    parent: null,
    awaited: null,
    trace: null,
    settled: null
  }
}

/** @param {any} resource of a callback whose beginning was not seen */
function isContinuation (resource) {
  return types.isPromise(resource) || (typeof resource?.callback === 'function' && 'args' in resource)
}

/**
 * @param {any} resource
 * @returns {string | null} who was asked, as far as the resource tells
 */
function targetOf (resource) {
  if (!resource || typeof resource !== 'object') return null
  try {
    if (typeof resource.hostname === 'string') return resource.hostname
    const handle = resource.handle ?? resource // of a connection that is used again
    const owner = Object.getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol')
    const socket = owner ? handle[owner] : null
    // A connection that a client has made to the server is not what the server waits for.
    if (!socket?.remotePort || socket.server) return null
    return `${socket.remoteAddress}:${socket.remotePort}`
  } catch {
    return null // a getter of somebody else's that throws
  }
}

/** @type {RequestWaitsRecorder | null} */
let recorder = null

/**
 * @type {import('../../types/agent').Probe}
 */
module.exports = () =>
  function (word) {
    if (word === 'begin') {
      recorder?.end()
      recorder = new RequestWaitsRecorder()
      recorder.begin()
      return {}
    }
    const waits = recorder?.end() ?? { requests: [], seen: 0, overheadMs: 0, connections: [], opened: 0 }
    recorder = null
    return waits
  }
