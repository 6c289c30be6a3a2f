'use strict'

/** @typedef {import('../types/agent').WaitPlace} WaitPlace */
/** @typedef {import('../types/agent').WaitsSummary} WaitsSummary */

// Summarises what traced requests waited for. Pure.

/** @typedef {import('../types/agent').RequestWaits} RequestWaits */
/** @typedef {import('../types/agent').FollowedRequest} FollowedRequest */
/** @typedef {import('../types/agent').Wait} Wait */
/** @typedef {import('../types/source').CallFrame} CallFrame */

// Type of a request that waits for a free connection of its HTTP agent.
const QUEUED = 'QueuedRequest'

/** Kind of wait by resource type of async_hooks. https://nodejs.org/api/async_hooks.html#type */
const KINDS = new Map(
  Object.entries({
    'thread pool: fs': ['FSREQCALLBACK', 'FSREQPROMISE', 'FILEHANDLE', 'FILEHANDLECLOSEREQ', 'FSReqCallback', 'FSReqPromise'],
    'thread pool: zlib': ['ZLIB', 'Zlib', 'BrotliEncoder', 'BrotliDecoder', 'ZstdCompress'],
    'thread pool: crypto': [
      'PBKDF2REQUEST',
      'SCRYPTREQUEST',
      'RANDOMBYTESREQUEST',
      'RANDOMPRIMEREQUEST',
      'CHECKPRIMEREQUEST',
      'HASHREQUEST',
      'HKDFREQUEST',
      'KEYPAIRGENREQUEST',
      'KEYGENREQUEST',
      'KEYEXPORTREQUEST',
      'SIGNREQUEST',
      'VERIFYREQUEST',
      'DERIVEBITSREQUEST',
      'CIPHERREQUEST'
    ],
    'thread pool: dns': ['GETADDRINFOREQWRAP', 'GETNAMEINFOREQWRAP', 'GetAddrInfoReqWrap', 'GetNameInfoReqWrap'],
    timer: ['Timeout', 'Timer'],
    'worker thread': ['MESSAGEPORT', 'WORKER', 'MessagePort', 'Worker'],
    'native addon': ['native addon'],
    'child process': ['PROCESSWRAP', 'Process', 'PIPEWRAP', 'Pipe'],
    network: [
      'TCPWRAP',
      'TCP',
      'TCPCONNECTWRAP',
      'TCPConnectWrap',
      'TLSWRAP',
      'TLSWrap',
      'HTTPINCOMINGMESSAGE',
      'HTTPCLIENTREQUEST',
      'HTTPClientAsyncResource',
      'WRITEWRAP',
      'WriteWrap',
      'HTTP2SESSION',
      'HTTP2STREAM',
      'UDPWRAP',
      'UDPSENDWRAP',
      'QUERYWRAP'
    ]
  }).flatMap(([kind, types]) => types.map((type) => [type, kind]))
)

const MOST_PLACES = 6
// Smaller shares are reported only in the sums, unless others wait for what is held there.
const LEAST_SHARE = 0.02
// Share of a typical wait at the same source location; shorter waits accompany it and are not counted.
const BRIEF = 0.2
// With more waits per request than this at one source location, requests wait there sequentially.
const REPEATED = 1.5
// Share of the waits at a source location; an `await` around fewer of them is outside the loop that repeats them.
const AROUND = 0.8
// An exchange with another server that takes a smaller share of a joined wait than this does not name it.
const NETWORK_PART = 0.2

/**
 * @param {RequestWaits} seen
 * @returns {WaitsSummary}
 */
function summarise ({ requests, seen, overheadMs, connections }) {
  const totalMs = sum(requests.map(({ ms }) => ms)) || 1
  const sent = requests.flatMap(({ waits }) => waits.filter(isSending))
  const own = requests.flatMap(({ waits }) => joined(waits.filter((one) => !isSending(one)).map(withoutExecutor)))
  const loopDelayMs = sum(own.map(({ loopDelayMs }) => loopDelayMs))
  const runningMs = sum(requests.map(({ runningMs }) => runningMs))
  const sendingMs = sum(sent.map(({ ms }) => ms))
  /** @type {Map<string, Wait[]>} */
  const byLine = new Map()
  for (const wait of own) {
    const [frame] = wait.frames
    if (!frame) continue
    const key = `${frame.file}:${frame.line}`
    byLine.set(key, [...(byLine.get(key) ?? []), wait])
  }
  const places = [...byLine.values()]
    .map((waits) => placeOf(waits, { totalMs, requests: requests.length }))
    .sort((a, b) => b.share - a.share)
  const namedMs = sum([...byLine.values()].flat().map(({ ms, loopDelayMs }) => ms - loopDelayMs))
  return {
    requests: requests.length,
    seen,
    unfinished: requests.filter(({ finished }) => !finished).length,
    meanMs: requests.length ? totalMs / requests.length : 0,
    runningShare: runningMs / totalMs,
    loopDelayShare: loopDelayMs / totalMs,
    sendingShare: sendingMs / totalMs,
    unnamedShare: Math.max(0, 1 - (runningMs + loopDelayMs + sendingMs + namedMs) / totalMs),
    places: places.filter(({ share, heldAt }) => share >= LEAST_SHARE || heldAt).slice(0, MOST_PLACES),
    ofPackages: ofPackages(own, { totalMs, requests: requests.length }),
    kinds: sharesOf(own, totalMs),
    overheadMs,
    connections
  }
}

/**
 * @param {Wait[]} waits
 * @param {{ totalMs: number, requests: number }} all
 * @returns {WaitsSummary['ofPackages']} the waits that packages started without the application
 */
function ofPackages (waits, { totalMs, requests }) {
  const own = waits.filter(({ frames, middleware }) => frames.length === 0 && middleware.length > 0)
  if (own.length === 0) return null
  const ms = sum(own.map(({ ms, loopDelayMs }) => ms - loopDelayMs))
  return {
    share: ms / totalMs,
    meanMs: ms / own.length,
    perRequest: own.length / requests,
    kind: String(mostOf(own, kindOf, String)),
    packages: mostOf(own, ({ middleware }) => middleware, String) ?? []
  }
}

/**
 * @param {Wait} wait
 * @returns {Wait} for `new Promise((resolve) => ...)`, without the frame of the function in it. V8 may give that one
 *   the name of a variable that is declared later
 */
function withoutExecutor (wait) {
  const [inner, outer, ...others] = wait.frames
  if (!inner || !outer || keyOf(inner) !== keyOf(outer)) return wait
  return { ...wait, frames: [{ ...inner, function: outer.function }, ...others] }
}

/** @param {Wait} wait */
function isNetwork (wait) {
  return kindOf(wait) === 'network'
}

/** @param {Wait} wait */
function isSending ({ type }) {
  return type === 'response'
}

/**
 * Joins waits for the same operation: a connection opens, the headers arrive, the body arrives.
 *
 * @param {Wait[]} waits of a request, in chronological order
 * @returns {Wait[]} one for each operation, with the properties of its longest part, or of a large part on the network
 */
function joined (waits) {
  /** @type {Wait[]} */
  const found = []
  for (const wait of waits) {
    const before = found.at(-1)
    if (!before || !isSameOperation(before, wait)) {
      found.push(wait)
      continue
    }
    const ms = before.ms + wait.ms
    const [shorter, longer] = [before, wait].sort((a, b) => a.ms - b.ms)
    // A client's timer is part of its request, unless it takes most of the time, such as before a repetition.
    const isItsTimer = isNetwork(shorter) && shorter.ms >= NETWORK_PART * ms
    found[found.length - 1] = {
      ...(isItsTimer ? shorter : longer),
      atMs: before.atMs,
      ms,
      loopDelayMs: before.loopDelayMs + wait.loopDelayMs,
      awaits: wait.awaits
    }
  }
  return found
}

/**
 * @param {Wait} one
 * @param {Wait} other
 * @returns {boolean} whether both are for what one line started in one period
 */
function isSameOperation ({ frames: [frame], begunIn }, other) {
  const [another] = other.frames
  return begunIn !== null && begunIn === other.begunIn && Boolean(frame && another) && keyOf(frame) === keyOf(another)
}

/**
 * @param {Wait[]} waits
 * @param {number} totalMs
 * @returns {Record<string, number>} by kind. A request in a queue waits for another one, not for the timer that this
 *   one waits for.
 */
function sharesOf (waits, totalMs) {
  /** @type {Record<string, number>} */
  const shares = {}
  for (const wait of waits) {
    const ownKind = kindOf(wait)
    const kind = wait.queue && ownKind === 'timer' ? 'other' : ownKind
    shares[kind] = (shares[kind] ?? 0) + (wait.ms - wait.loopDelayMs) / totalMs
  }
  return shares
}

/**
 * @param {Wait[]} waits on one line
 * @param {{ totalMs: number, requests: number }} all
 * @returns {WaitPlace}
 */
function placeOf (waits, { totalMs, requests }) {
  const ms = sum(waits.map(({ ms, loopDelayMs }) => ms - loopDelayMs))
  const allMs = sum(waits.map(({ ms }) => ms)) || 1
  const typicalMs = sum(waits.map(({ ms }) => ms * ms)) / allMs
  const long = waits.filter(({ ms }) => ms >= BRIEF * typicalMs)
  const [inner] = waits[0].frames
  const oneAfterAnother = long.length >= REPEATED * requests
  const frame = (oneAfterAnother && repeatedAround(long)) || inner
  const shareOf = (/** @type {(wait: Wait) => boolean} */ is) => sum(waits.filter(is).map(({ ms }) => ms)) / allMs
  const begunAt = mostOf(waits, ({ begunAt: [one] }) => (one && keyOf(one) !== keyOf(frame) ? one : null), keyOf)
  return {
    frame,
    begunAt,
    calledFrom: mostOf(waits, callerOf, keyOf),
    waitsAt: keyOf(inner) === keyOf(frame) ? null : inner,
    share: ms / totalMs,
    meanMs: ms / long.length,
    perRequest: long.length / requests,
    kind: String(mostOf(waits, kindOf, String)),
    target: mostOf(waits, ({ target }) => target && pattern(target), String),
    queueShare: shareOf(({ queue }) => queue),
    isForConnection: shareOf(({ type }) => type === QUEUED) > 0.5,
    package: mostOf(waits, ({ begunBy }) => begunBy, String) ?? '',
    middleware: mostOf(waits, ({ middleware }) => middleware, String) ?? [],
    sharedShare: shareOf(({ isShared }) => isShared),
    isOver: shareOf(({ type, via }) => type === '' || via !== '') > 0.5,
    releasedBy: mostOf(waits, ({ releasedBy: [one] }) => one ?? null, keyOf),
    heldAt: shareOf(({ heldAt }) => heldAt !== null) > 0.5 ? mostOf(waits, ({ heldAt }) => heldAt, keyOf) : null,
    oneAfterAnother
  }
}

/**
 * Finds the loop whose function waits: the line to change is the one that repeats the wait.
 *
 * @param {Wait[]} waits on one line
 * @returns {CallFrame | null} the outermost `await` around most of them
 */
function repeatedAround (waits) {
  /** @type {Map<string, { frame: CallFrame, count: number, depth: number }>} */
  const found = new Map()
  for (const { awaits } of waits) {
    const lines = new Map(awaits.map((frame, depth) => [keyOf(frame), { frame, depth }]))
    for (const [key, { frame, depth }] of lines) {
      const known = found.get(key)
      found.set(key, { frame, count: (known?.count ?? 0) + 1, depth: Math.max(depth, known?.depth ?? 0) })
    }
  }
  const around = [...found.values()].filter(({ count }) => count >= AROUND * waits.length)
  return around.sort((a, b) => b.depth - a.depth)[0]?.frame ?? null
}

/**
 * @param {Wait} wait
 * @returns {CallFrame | null} the nearest caller in the application that is another function
 */
function callerOf ({ frames: [frame, ...callers] }) {
  return callers.find(({ file, function: name }) => file !== frame.file || name !== frame.function) ?? null
}

/**
 * @param {Wait} wait
 * @returns {string}
 */
function kindOf ({ type, via }) {
  return KINDS.get(type) ?? KINDS.get(via) ?? (type === QUEUED ? 'network' : 'other')
}

/**
 * @template T
 * @param {Wait[]} waits
 * @param {(wait: Wait) => T | null} read
 * @param {(one: T) => string} key
 * @returns {T | null} the known value with the largest total wait time
 */
function mostOf (waits, read, key) {
  /** @type {Map<string, { one: T, ms: number }>} */
  const found = new Map()
  for (const wait of waits) {
    const one = read(wait)
    if (one === null) continue
    const entry = found.get(key(one)) ?? { one, ms: 0 }
    entry.ms += wait.ms
    found.set(key(one), entry)
  }
  return [...found.values()].sort((a, b) => b.ms - a.ms)[0]?.one ?? null
}

/** @param {CallFrame} frame */
function keyOf ({ file, line }) {
  return `${file}:${line}`
}

/**
 * @param {string} target
 * @returns {string} without the numbers in its path: `GET http://127.0.0.1:4000/items/:n`
 */
function pattern (target) {
  return target.replace(/\/\d+(?=\/|$)/g, '/:n')
}

/** @param {number[]} values */
function sum (values) {
  return values.reduce((total, value) => total + value, 0)
}

/**
 * Converts requests to rows of a timeline.
 *
 * @param {FollowedRequest[]} requests
 * @param {WaitPlace[]} places
 * @returns {import('../types/source').Row[]}
 */
function requestRows (requests, places) {
  const keys = places.map(({ frame }) => keyOf(frame))
  return requests.map(({ waits, ms, ...request }) => ({
    name: rowName({ ms, ...request }),
    segments: [
      { name: 'the request', fromMs: 0, toMs: ms, series: null },
      ...waits.flatMap(function ({ atMs, ms, frames: [frame], type }) {
        const series = frame ? keys.indexOf(keyOf(frame)) : -1
        return series < 0 ? [] : [{ name: `${type} ${keys[series]}`, fromMs: atMs, toMs: atMs + ms, series }]
      })
    ]
  }))
}

/** @param {Pick<FollowedRequest, 'route' | 'ms' | 'status' | 'finished'>} request */
function rowName ({ route, ms, status, finished }) {
  const name = `${route}, ${Math.round(ms)} ms`
  if (!finished) return `${name}, not answered`
  return status > 0 ? `${name}, ${status}` : name // a program that serves no requests has no status
}

module.exports = { kindOf, requestRows, summarise }
