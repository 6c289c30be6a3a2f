'use strict'

// A probe: runs inside the server under test during a load, and follows sampled requests to the end of their
// responses. async_hooks report what they wait for. A wait ends when a resource created for the request runs its
// callback while no other callback of that request is running.

const { createHook, executionAsyncId, executionAsyncResource } = require('async_hooks')
const diagnostics = require('diagnostics_channel')
const { performance } = require('perf_hooks')
const { types } = require('util')
const { framesOf, middlewareOf, nearestFrames, packagesOf, packagesOn, trace } = require('./call-stack')
const { watchConnections } = require('./connections')
const { statusOf, watchRequests } = require('../requests')

/** @typedef {import('../../types/agent').Wait} Wait */
/** @typedef {import('../../types/agent').FollowedRequest} FollowedRequest */
/** @typedef {import('../../types/agent').RequestWaits} RequestWaits */

// Channels of Node's http client and of fetch.
const ASKED = ['http.client.request.start', 'undici:request:create']
const ANSWERED = ['http.client.response.finish', 'undici:request:trailers', 'undici:request:error']

// Maximum requests followed at the same time, and in total. Their stack traces are the main cost.
const MOST_AT_ONCE = 5
const MOST_REQUESTS = 400
// Maximum share of time spent on stack traces, after an initial allowance of 5 ms. Beyond it, no further request is
// followed until time is available again.
const STACKS_SHARE = 0.01
const STACKS_FREE_MS = 5
// On average, one request in ten or fewer is sampled, within those limits. The first request after a response is often
// from the same client, so taking it would not be a random sample.
const ONE_IN = 10
// The limit if every request is sampled: of a server that answers few.
const ALL_AT_ONCE = 50
// Maximum traced operations per request; the rest are only counted.
const MOST_OPERATIONS = 2_000
// Maximum known operations, over all requests in progress.
const MOST_KNOWN = 200_000
// Above this utilisation, each sample delays other requests. The hooks then rest for `REST` times the duration of the
// sampled request.
const BUSY = 0.7
const REST = 20
const UTILIZATION_EACH_MS = 100
// Shorter gaps are overhead of the event loop.
const LEAST_WAIT_MS = 0.05
// Source lines per request whose asynchronous work took most time.
const MOST_RAN = 5
// An `await` inside an `await`, and so on.
const MOST_AWAITS = 8
// Operations started last. Those of a package have no frame of the application.
const MOST_LAST = 30
// Resources that have a file descriptor, and requests to the file system, of which some open a file.
const SOCKETS = ['TCPWRAP', 'PIPEWRAP', 'UDPWRAP']
const FILE_REQUESTS = ['FSREQCALLBACK', 'FSREQPROMISE']
const OPENING = new Set([...SOCKETS, ...FILE_REQUESTS])
const MOST_OPENING = 50
// Functions of node:fs that open a file, and those that also close it.
const OPENS = /^(open|opendir)$/
const CLOSES = /^(readFile|writeFile|appendFile|readdir|cp|rm)/
const LOST = 'lost'
// Node-API creates plain objects for the asynchronous work of native addons, whose type the addon chooses.
const ADDON = 'native addon'
// These run directly after the code that created them, before the event loop continues.
const CONTINUATIONS = new Set(['PROMISE', 'TickObject', 'Microtask'])

/**
 * @typedef {Wait & { operations: Operation[], resumed: Operation[], settled: Operation['settled'], task: number,
 *   period: number, hasEnded: boolean }} OpenWait `operations`: the one that ended the wait; if none has, those started
 *   last. `resumed`: the `await`s around it at which the request resumed directly afterwards, innermost first.
 *   `period`: the one that ended when the wait began
 */

/** @typedef {{ text: string, isOver: boolean }} Asked `GET http://127.0.0.1:4000/items`; `isOver`: it was answered */

/** A request in progress; `followed` is null if it is not sampled. */
class Request {
  /** @type {number[]} async ids of its operations */
  ids = []
  finished = false
  followed

  /** @param {Followed | null} followed */
  constructor (followed) {
    this.followed = followed
  }
}

/** State of a followed request. */
class Followed {
  depth = 1
  operations = 0
  runningMs = 0
  /** @type {OpenWait[]} */
  waits = []
  /** @type {Asked | null} last request to another server */
  asked = null
  beganMs = performance.now()
  sinceMs = this.beganMs
  /** @type {Operation[]} most recently started operations that are not ticks, in the order of their start */
  last = []
  /** Type of the most recently created resource that is not a continuation. */
  lastType = ''
  /** Operation whose callback runs, or ran last; null for the first, synchronous part. @type {Operation | null} */
  current = null
  /** Task of the event loop in which it ran. */
  task = 0
  /** @type {Map<Operation, number>} main-thread time of the callbacks of each operation, in ms */
  ran = new Map()
  /** @type {Operation[]} those that may open a file or a connection */
  opening = []
  /** @type {Operation[]} each `await`, and each other promise that follows a promise */
  followers = []
  /** Number of the current period in which the request runs. */
  period = 0

  /** @param {import('http').IncomingMessage} request */
  constructor ({ method, url }) {
    this.route = `${method} ${String(url).split('?')[0]}`
  }

  /** Ends a period in which the request runs. */
  pause (/** @type {number} */ nowMs) {
    const ms = nowMs - this.sinceMs
    this.runningMs += ms
    if (this.current) this.ran.set(this.current, (this.ran.get(this.current) ?? 0) + ms)
    this.sinceMs = nowMs
  }
}

/**
 * @typedef {object} Operation
 * @property {Request} request
 * @property {string} type
 * @property {any} resource null for promises
 * @property {Operation | null} parent operation whose callback started it
 * @property {Operation | null} awaited promise that an `await` or a `then` waits for
 * @property {{ stack?: any } | null} trace
 * @property {number} period of the request in which it was started
 * @property {number} [endedIn] period in which its callback ran first; absent before that
 * @property {Operation | null} [after] operation whose callback ran directly before, in the same task
 * @property {import('../../types/source').CallFrame[]} [frames] of the application, where it was started
 * @property {{ by: Request | null, isReleased: boolean, trace: { stack?: any }, target: string | null } | null}
 *   settled for a promise that was resolved outside its own request; `isReleased`: by another request in progress
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
  /** @type {Map<object, Request>} by response */
  #open = new Map()
  // Stack traces are read at the end, because that takes time.
  /** @type {(Omit<FollowedRequest, 'waits' | 'ran' | 'opened'> & { waits: OpenWait[], ran: Followed['ran'],
   *   followers: Operation[], opening: Operation[] })[]} */
  #requests = []
  /** @type {WeakMap<object, Asked>} by request to another server */
  #underWay = new WeakMap()
  #following = 0
  #isHooked = false
  #seen = 0
  #skip
  #restUntilMs = 0
  #overheadMs = 0
  #sinceMs = performance.now()
  #connections = watchConnections()
  #endRequests = () => {}
  // State of the event loop.
  #depth = 0
  #task = 0
  #turnSinceMs = performance.now()
  #isNewTurn = true
  #isWatched = false
  /** @type {any} */
  #root = null
  #isAddon = false
  /** @type {Request | null} request that ran last in this task */
  #ranLast = null
  #utilization = { at: performance.now(), elu: performance.eventLoopUtilization(), now: 1 }
  #mostAtOnce
  #mostSkipped

  /**
   * @param {object} how
   * @param {boolean} how.isEvery whether to follow every request, as far as the limits allow it
   * @param {number} how.connections of a load that begins now; 0 if there is none
   */
  constructor ({ isEvery, connections }) {
    this.#mostAtOnce = isEvery ? ALL_AT_ONCE : MOST_AT_ONCE
    // All connections of a load send their first request at once. Those at the head of the queue are not typical.
    const oneIn = connections / MOST_AT_ONCE
    this.#mostSkipped = isEvery ? 0 : 2 * Math.max(ONE_IN, oneIn)
    this.#skip = Math.floor(oneIn * Math.random())
  }

  begin () {
    this.#endRequests = watchRequests({ started: this.#started, finished: this.#finished })
    for (const channel of ASKED) diagnostics.subscribe(channel, this.#asked)
    for (const channel of ANSWERED) diagnostics.subscribe(channel, this.#answeredBy)
  }

  /** @returns {RequestWaits} */
  end () {
    this.#endRequests()
    for (const channel of ASKED) diagnostics.unsubscribe(channel, this.#asked)
    for (const channel of ANSWERED) diagnostics.unsubscribe(channel, this.#answeredBy)
    this.#unhook()
    for (const [response, request] of this.#open) {
      if (request.followed) this.#close(request, response, { finished: false })
    }
    this.#open.clear()
    this.#known.clear()
    return {
      requests: this.#requests.map(({ followers, opening, ...one }) => ({
        ...one,
        opened: opening.flatMap(openedAt),
        waits: one.waits.map((wait) => this.#described(wait, followers)),
        ran: this.#ran(one.ran)
      })),
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

  /** Marks event-loop turns with an unreferenced immediate, which runs once per turn and does not wake the loop. */
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
      this.#following < this.#mostAtOnce &&
      this.#requests.length < MOST_REQUESTS &&
      nowMs >= this.#restUntilMs &&
      this.#overheadMs < STACKS_FREE_MS + STACKS_SHARE * (nowMs - this.#sinceMs)
    const isFollowed = isWanted && this.#skip-- <= 0
    if (isFollowed) {
      this.#skip = Math.floor(this.#mostSkipped * Math.random())
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

  /** Closes a request whose client has disconnected before the response: later callbacks end no wait. */
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

  /** Marks a request as answered. The code that waits for it resumes a moment later. */
  #answeredBy = (/** @type {any} */ { request }) => {
    const asked = this.#underWay.get(request)
    if (asked) asked.isOver = true
  }

  /** Ends a wait when the response ends in a callback that async_hooks do not connect with its request. */
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
    else if (finished) this.#waited(followed, { nowMs, type: 'response' })
    else {
      const isAsking = followed.asked !== null && !followed.asked.isOver // `lastType` may be a timer of the HTTP client
      const type = isAsking ? 'HTTPCLIENTREQUEST' : followed.lastType
      this.#waited(followed, { nowMs, type, started: followed.last })
    }
    this.#requests.push({
      route: followed.route,
      ms: nowMs - followed.beganMs,
      runningMs: followed.runningMs,
      status: finished ? statusOf(response) : 0,
      finished,
      waits: followed.waits,
      ran: followed.ran,
      followers: followed.followers,
      opening: followed.opening,
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
      period: followed?.period ?? 0,
      settled: null
    }
    if (isLooked) {
      const sinceMs = performance.now()
      operation.trace = trace()
      this.#overheadMs += performance.now() - sinceMs
      if (type !== 'TickObject') followed.last.push(operation) // a tick ends before any wait begins
      if (followed.last.length > MOST_LAST) followed.last.shift()
      if (!CONTINUATIONS.has(type)) followed.lastType = type
      if (operation.awaited) followed.followers.push(operation)
      if (OPENING.has(type) && followed.opening.length < MOST_OPENING) followed.opening.push(operation)
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
    if (followed) operation.endedIn ??= followed.period
    this.#ranLast = request
  }

  #after (/** @type {number} */ id) {
    if (this.#depth > 0) this.#depth--
    const followed = this.#known.get(id)?.request.followed
    if (followed && followed.depth > 0 && --followed.depth === 0) followed.pause(performance.now())
  }

  /** A callback of the event loop begins, or a continuation directly after one. */
  #entered (/** @type {Operation | undefined} */ operation) {
    const resource = executionAsyncResource()
    const continues = operation ? CONTINUATIONS.has(operation.type) : isContinuation(resource)
    if (continues) return
    this.#task++
    this.#root = resource
    this.#isAddon = operation !== undefined && resource?.constructor?.name === 'Object'
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
    const goesOn = last?.task === this.#task && end.type === 'PROMISE' && end.operation.trace !== null
    // An `await` that began after the wait is not around it.
    const isAround = goesOn && end.operation.period <= last.period
    if (isAround && end.nowMs - followed.sinceMs < LEAST_WAIT_MS && last.resumed.length < MOST_AWAITS) {
      last.resumed.push(end.operation)
    }
    this.#waited(followed, end)
    followed.period++
    followed.sinceMs = end.nowMs
    if (followed.task === this.#task && end.operation !== followed.current) end.operation.after = followed.current
    followed.current = end.operation
    followed.task = this.#task
  }

  /**
   * @param {Followed} followed
   * @param {{ nowMs: number, type: string, operation?: Operation, started?: Operation[] }} end `operation`: the one
   *   that ended the wait; `started`: if none has, those started last
   */
  #waited (followed, { nowMs, type, operation, started }) {
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
      loopDelayMs: started ? 0 : Math.max(0, Math.min(ms, nowMs - this.#turnSinceMs)),
      type,
      via: started ? '' : this.#isAddon ? ADDON : (this.#root?.constructor?.name ?? ''),
      frames: [],
      awaits: [],
      begunAt: [],
      begunIn: null,
      begunBy: null,
      middleware: [],
      isShared: false,
      target: followed.asked?.text ?? settled?.target ?? targetOf(operation?.resource) ?? targetOf(root),
      queue: type === 'QueuedRequest' || (other !== null && (settled?.isReleased ?? !other.finished)),
      releasedBy: [],
      heldAt: null,
      settled,
      operations: operation ? [operation] : (started ?? []),
      hasEnded: !started,
      resumed: [],
      task: this.#task,
      period: followed.period
    })
    if (followed.asked?.isOver) followed.asked = null
    this.#overheadMs += performance.now() - sinceMs
  }

  /**
   * @param {Request} request that resumes
   * @returns {Request | null} the other request that ran directly before it in the same task
   */
  #otherBefore (request) {
    return this.#ranLast && this.#ranLast !== request ? this.#ranLast : null
  }

  #resolved (/** @type {number} */ id) {
    const operation = this.#known.get(id)
    if (!operation?.request.followed || operation.settled) return
    const running = this.#known.get(executionAsyncId())?.request
    if (running === operation.request) return
    // Operations of a finished request are unknown: what it releases then is released in the task in which it ran.
    const by = running ?? this.#otherBefore(operation.request)
    operation.settled = { by, isReleased: !running?.finished, trace: trace(), target: targetOf(this.#root) }
  }

  /**
   * @param {Followed['ran']} ran
   * @returns {FollowedRequest['ran']} by the line of the application that started the operations, longest time first
   */
  #ran (ran) {
    const sinceMs = performance.now()
    /** @type {Map<string, { frame: import('../../types/source').CallFrame, ms: number }>} */
    const found = new Map()
    for (const [operation, ms] of ran) {
      const frame = startOf(operation)
      if (!frame) continue
      const key = `${frame.file}:${frame.line}`
      found.set(key, { frame, ms: (found.get(key)?.ms ?? 0) + ms })
    }
    this.#overheadMs += performance.now() - sinceMs
    return [...found.values()].sort((a, b) => b.ms - a.ms).slice(0, MOST_RAN)
  }

  /**
   * @param {OpenWait} wait
   * @param {Operation[]} followers of its request
   * @returns {Wait}
   */
  #described ({ operations, resumed, settled, task, period, hasEnded, ...wait }, followers) {
    const sinceMs = performance.now()
    const begun = latestBegun(operations)
    // The caller of a lost callback is unknown. Report where the callback is written: it is passed on there.
    const begunAt = framesOf(begun?.trace ?? {}, { enclosing: wait.type === LOST })
    // If an `await` of the application ended the wait, the others are outer `await`s. A promise resolved with another
    // promise also follows it, through a `then` that has no application frame.
    const isAwaited = wait.type === 'PROMISE' && begun !== null && begun === operations[0]
    const outer = resumed.map(({ trace }) => framesOf(trace ?? {})).filter((frames) => frames.length > 0)
    const [frames = begunAt] = isAwaited ? [] : outer.splice(0, 1)
    const awaits = outer.map(([frame]) => frame)
    const waited = hasEnded ? operations[0] : begun
    const awaited = waited?.awaited ?? waited
    const begunBy = packagesOn(awaited?.trace ?? {}).called.at(-1) ?? null
    const middleware = frames.length > 0 ? middlewareOf(operations[0]) : packagesOf(operations[0])
    const heldAt = begun && begunBy && !wait.target ? heldIn({ begun, period, hasEnded }, begunBy, followers) : null
    this.#overheadMs += performance.now() - sinceMs
    const releasedBy = settled?.by ? framesOf(settled.trace) : []
    const begunIn = begun?.period ?? null
    const isShared = settled !== null
    return { ...wait, frames, awaits, begunAt, begunIn, begunBy, middleware, isShared, releasedBy, heldAt }
  }
}

/**
 * @param {Operation} operation
 * @returns {import('../../types/source').CallFrame | undefined} where the application started it, or what ran before it
 *   in the same task: a framework's own promises continue the work of the application
 */
function startOf (operation) {
  const seen = new Set()
  for (let at = /** @type {Operation | null | undefined} */ (operation); at && !seen.has(at); at = at.after) {
    seen.add(at)
    at.frames ??= nearestFrames(at)
    if (at.frames.length > 0) return at.frames[0]
  }
}

/**
 * @param {Operation[]} operations in the order of their start
 * @returns {Operation | null} the innermost that the application started in the last period: an `await` begins after
 *   what it waits for. If there is none, the nearest ancestor that the application started
 */
function latestBegun (operations) {
  const depthOf = (/** @type {Operation} */ { trace }) => (trace ? framesOf(trace).length : 0)
  const begun = operations.map((one) => ({ one, depth: depthOf(one) })).filter(({ depth }) => depth > 0)
  const last = begun.filter(({ one }) => one.period === begun[begun.length - 1].one.period).reverse()
  const [innermost] = last.sort((a, b) => b.depth - a.depth)
  let at = /** @type {Operation | null} */ (innermost?.one ?? operations.at(-1) ?? null)
  while (at && depthOf(at) === 0) at = at.parent
  return at
}

/**
 * @param {Operation} operation of OPENING
 * @returns {FollowedRequest['opened']} empty if it does not open a file that stays open, or a connection
 */
function openedAt (operation) {
  const isSocket = SOCKETS.includes(operation.type)
  const inNode = framesOf(operation.trace ?? {}, { all: true }).filter(({ file }) => file.startsWith('node:'))
  const names = inNode.map((frame) => frame.function)
  // `readFile` and others close what they open.
  if (!isSocket && !(names.some((name) => OPENS.test(name)) && !names.some((name) => CLOSES.test(name)))) return []
  return nearestFrames(operation).slice(0, 1).map((frame) => ({ frame, isSocket }))
}

/**
 * Finds where a request got what it may hold while it waits for the same package: a call that runs the code that waits;
 * or, of a wait that has not ended, the first call that has, such as to a pool.
 *
 * @param {{ begun: Operation, period: number, hasEnded: boolean }} wait `begun`: what it waits for; `period`: the one
 *   that ended when it began
 * @param {string} name the package that the application called to begin it
 * @param {Operation[]} followers
 * @returns {import('../../types/source').CallFrame | null} null if there is no such call
 */
function heldIn ({ begun, period, hasEnded }, name, followers) {
  const own = lineOf(framesOf(begun.trace ?? {}))
  const isCall = (/** @type {Operation | null} */ one) => packagesOn(one?.trace ?? {}).called.at(-1) === name
  const isAround = function (/** @type {string} */ line) {
    for (let at = /** @type {Operation | null} */ (begun); at; at = at.parent) {
      if (packagesOn(at.trace ?? {}).callers.includes(name)) return true
      if (isCall(at) && lineOf(framesOf(at.trace ?? {})) === line) return true
    }
    return false
  }
  // A package also follows promises of its own, some of which never end.
  const isOfPackage = (/** @type {Operation} */ { trace: held }) =>
    framesOf(held ?? {}).length > 0 && packagesOn(held ?? {}).called.length > 0
  const calls = followers
    .filter((one) => one.period <= period && isCall(one.awaited) && !isOfPackage(one))
    .map(({ awaited, endedIn = Infinity }) => ({ endedIn, frames: framesOf(awaited?.trace ?? {}) }))
    .filter(({ frames }) => !['', own].includes(lineOf(frames)))
  const around = calls.findLast(({ frames, endedIn }) => endedIn > period + 1 && isAround(lineOf(frames)))
  const before = hasEnded ? undefined : calls.find(({ endedIn }) => endedIn <= period)
  return (around ?? before)?.frames[0] ?? null
}

/** @param {import('../../types/source').CallFrame[]} frames innermost first */
function lineOf ([frame]) {
  return frame ? `${frame.file}:${frame.line}` : ''
}

/**
 * @param {Request} request
 * @returns {Operation} a placeholder for the operation in which it began or resumed
 */
function unknown (request) {
  return {
    request,
    type: 'HTTPINCOMINGMESSAGE',
    resource: null,
    parent: null,
    awaited: null,
    trace: null,
    period: 0,
    settled: null
  }
}

/** @param {any} resource of a callback whose creation was not observed */
function isContinuation (resource) {
  return types.isPromise(resource) || (typeof resource?.callback === 'function' && 'args' in resource)
}

/**
 * @param {any} resource
 * @returns {string | null} address of the other server that it waits for; null if unknown
 */
function targetOf (resource) {
  if (!resource || typeof resource !== 'object') return null
  try {
    if (typeof resource.hostname === 'string') return resource.hostname
    const handle = resource.handle ?? resource // of a reused connection
    const owner = Object.getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol')
    const socket = owner ? handle[owner] : null
    // Exclude connections from clients: the server does not wait for them.
    if (!socket?.remotePort || socket.server) return null
    return `${socket.remoteAddress}:${socket.remotePort}`
  } catch {
    return null // a getter of the server threw
  }
}

/** @type {RequestWaitsRecorder | null} */
let recorder = null

/** @type {import('../../types/agent').Probe} */
module.exports = () =>
  function (word, which) {
    if (word === 'begin') {
      recorder?.end()
      recorder = new RequestWaitsRecorder({ isEvery: which === 'every', connections: Number(which) || 0 })
      recorder.begin()
      return {}
    }
    const waits = recorder?.end() ?? { requests: [], seen: 0, overheadMs: 0, connections: [], opened: 0, lookups: 0 }
    recorder = null
    return waits
  }
