'use strict'

// Source locations where requests wait. Pure, except for the `readSource` argument.

const { rounded } = require('../util/format')
const { innermostAt, isSamePlace } = require('./attribution')
const { atOption, callOf, creationOf, isDirectCall, lineWith, objectOf, sourcesOf } = require('./package-calls')
const { offsetOf, textAt } = require('./source')
const { summarise } = require('./waits')

/** @typedef {import('../types/checkup').PlaceOptions} PlaceOptions */
/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/checkup').Looks} Looks */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {Pick<AnalysisWindow, 'connections' | 'connectionsTo' | 'refusedShare'>} Limits */

const OF_WAITING = 'request time'
// Smaller shares of the time of the requests may have other causes.
const LEAST_OF_PACKAGES = 0.3

/**
 * Returns the source locations where requests wait. If they wait for a package that serves few of them at a time, such
 * as a pool, the line that creates its object comes first.
 *
 * @param {Looks} looks
 * @param {Limits} window
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function waiting ({ waits, cpu }, window, options) {
  if (!waits) return []
  const { places: all, ofPackages } = summarise(waits)
  const places = all
    .map((place) => (isJoining(place, options.readSource) ? atBegin(place) : place))
    .map((place) => (isRepeated(place, cpu?.functions, options.readSource) ? atCaller(place) : place))
    .map((place) => (place.kind === 'timer' && window.refusedShare >= REFUSED ? { ...place, kind: TIME_LIMIT } : place))
  const found = waitPlaces(places)
  const [asHolder] = waitPlaces(holderOf(places))
  if (asHolder) return [asHolder, ...found.filter((one) => !isSamePlace(one, asHolder))]
  const sources = sourcesOf(cpu?.functions, options, places)
  const first = sharedTimer(places, sources) ?? places[0]
  const agentAt = first && isOfAgent(first) ? lineWith(MOST_SOCKETS, sources) : null
  if (agentAt) return [{ ...agentAt, share: first.share, of: OF_WAITING, why: AGENT_TEXT }, ...found]
  const limit = first && limitText(first, window)
  const why = limit ?? (first && timerText(first, sources))
  const used = why ? objectOf(first.frame, sources, first.package) : null
  const made = used ?? (limit ? creationIn(first.package, sources) : null)
  if (made) {
    const at = atOption(made, limit ? LIMITS : DELAYS, sources)
    return [{ ...at, share: first.share, of: OF_WAITING, why: String(why) }, ...found]
  }
  return withPackage(ofPackages, withMiddleware(places, found, sources), sources)
}

// The option of Node's http.Agent that makes requests wait for each other.
const MOST_SOCKETS = /\bmaxSockets\s*:(?!\s*Infinity\b)/
const AGENT_TEXT = 'limits the connections (maxSockets) that requests wait for'

// Options of pools, queues and clients: how many they serve at a time, or how long they wait before they try again.
const LIMITS =
  /(?<![\w$.])(?:connections|connectionLimit|max|max(?:Connections|PoolSize|Sockets|TotalSockets|Concurrent|Threads)|minTime|reservoir|poolSize|concurrency|limit|intervalCap)\s*:/g
const DELAYS = /(?<![\w$.])(?:retr(?:y|ies)|retry\w+|\w*(?:[dD]elay|[bB]ackoff)\w*|minTimeout|interval)\s*:/g

/**
 * @param {import('../types/agent').WaitPlace} place
 * @returns {boolean} whether it waits until another HTTP request releases a connection
 */
function isOfAgent ({ kind, target, queueShare, isOver }) {
  return isOver && kind === 'network' && target !== null && queueShare > 0.5
}

/**
 * @param {string} name of a package; empty if unknown
 * @param {import('./package-calls').Sources} sources
 */
function creationIn (name, sources) {
  return name ? creationOf(name, sources) : null
}

/**
 * Puts the line first that sets up a package, if waits that the package started take more time than those of any line.
 *
 * @param {import('../types/agent').WaitsSummary['ofPackages']} waits
 * @param {Place[]} found
 * @param {import('./package-calls').Sources} sources
 * @returns {Place[]}
 */
function withPackage (waits, found, sources) {
  if (!waits || waits.share < LEAST_OF_PACKAGES || waits.share <= (found[0]?.share ?? 0)) return found
  const name = waits.packages.find((one) => callOf(one, sources))
  const at = name ? callOf(name, sources) : null
  if (!at) return found
  const what = waits.kind === 'other' ? 'waits' : `waits for ${named(waits.kind)}`
  const why = `sets up ${name}, which ${what}, ${rounded(waits.meanMs)} ms each time`
  return [{ ...at, share: waits.share, of: OF_WAITING, why }, ...found]
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {PlaceOptions['readSource']} readSource
 * @returns {boolean} whether its line only waits for parallel operations, such as with `Promise.all`
 */
function isJoining ({ frame }, readSource) {
  return /\bPromise\s*\.\s*(all|allSettled|any|race)\s*\(/.test(textAt(frame, readSource))
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @returns {import('../types/agent').WaitPlace} at the line that started what it waits for
 */
function atBegin (place) {
  return place.begunAt ? { ...place, frame: place.begunAt, calledFrom: place.frame } : place
}

// With more calls per request than this, a function is called in a loop, or once for each entry of a stream.
const REPEATED = 1.5

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {import('../types/source').SourceRange[] | undefined} functions of the application, with their calls
 * @param {PlaceOptions['readSource']} readSource
 * @returns {boolean} whether its function is called for each of the sequential waits: the line to change is the one
 *   that calls it
 */
function isRepeated ({ frame, calledFrom, waitsAt, oneAfterAnother, perRequest }, functions = [], readSource) {
  const source = oneAfterAnother && calledFrom && !waitsAt ? readSource(frame.file) : null
  if (source === null) return false
  const own = functions.filter(({ file }) => file === frame.file)
  const calls = innermostAt(own, offsetOf(frame, source))?.perRequest ?? 0
  return calls >= Math.max(REPEATED, perRequest / 2)
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @returns {import('../types/agent').WaitPlace} at the line that calls the function in which it waits
 */
function atCaller (place) {
  return place.calledFrom ? { ...place, frame: place.calledFrom, waitsAt: place.frame, calledFrom: null } : place
}

/**
 * Puts the line first that sets up a middleware, if that is what waits.
 *
 * @param {import('../types/agent').WaitPlace[]} places
 * @param {Place[]} found the same
 * @param {import('./package-calls').Sources} sources
 * @param {string[]} [others] other packages that may be one
 * @returns {Place[]}
 */
function withMiddleware ([first], found, sources, others = []) {
  const name = [...(first?.middleware ?? []), ...others].find((one) => callOf(one, sources))
  const at = name ? callOf(name, sources) : null
  if (!at) return found
  return [{ ...at, share: first.share, of: OF_WAITING, why: `sets up ${name}, which ${waitText(first)}` }, ...found]
}

// Share of the time of the requests that wait for a package while one of them holds what the others wait for.
const HELD = 0.5
// Length of that request's wait, as a share of the others'.
const LONG = 0.2

/**
 * Finds requests that wait for a place in a pool or queue while they hold one, so that others wait for them.
 *
 * @param {import('../types/agent').WaitPlace[]} places
 * @returns {import('../types/agent').WaitPlace[]} at most one: the line at which they wait; `heldAt`: where others do
 */
function holderOf (places) {
  for (const holder of places) {
    const { heldAt, package: name, share, meanMs } = holder
    if (!heldAt) continue
    const outer = places.find(({ frame, calledFrom, ...one }) =>
      one.package === name && [frame, calledFrom].some((at) => at && isSamePlace(at, heldAt))
    )
    if (!outer || outer === holder || holder.target || outer.target) continue
    if (meanMs >= LONG * outer.meanMs && share + outer.share >= HELD) return [{ ...holder, heldAt: outer.frame }]
  }
  return []
}

// Share of error responses above which a timer is a time limit, which makes the request fail.
const REFUSED = 0.05
const TIME_LIMIT = 'time limit'
// Share of the time in which a connection is busy. Idle connections mean that they are held, or leak.
const BUSY = 0.8

/** @typedef {Pick<import('../types/agent').Connections, 'count' | 'busy'>} Open connections to another server */

/** @param {Open} connections */
function areBusy ({ count, busy }) {
  return busy >= BUSY * count
}

/**
 * @param {Open} connections
 * @param {number} waiting number of requests that wait for it at a time
 */
function areFew ({ count }, waiting) {
  return waiting >= 2 * count
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {Limits} window
 * @returns {string | null} what its package limits; null if the wait does not look like a limit
 */
function limitText (place, { connections, connectionsTo }) {
  const { package: name, kind, target, share, queueShare, sharedShare, isOver } = place
  if (!isOver) return null
  const to = connectionsTo.find(({ address }) => target?.includes(address))
  const waiting = share * connections
  const isShared = kind === 'other' && sharedShare > 0.5
  const isBusy = to !== undefined && areBusy(to)
  if (to && (isBusy || (name && isShared)) && areFew(to, waiting)) {
    const open = to.count === 1 ? '1 connection' : `${to.count} connections`
    const which = `${open}${name ? ` of ${name}` : ''} to ${to.address}${isBusy ? ', always busy' : ''}`
    return `limits what ${rounded(waiting)} requests wait for at a time: ${which}`
  }
  const isQueue = name !== '' && target === null && (queueShare > 0.5 || isShared)
  return isQueue ? `limits what requests wait for: ${name}, which serves a limited number at a time` : null
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {import('./package-calls').Sources} sources
 * @returns {string | null} for a timer that an object of a package starts, such as a delay before it tries again
 */
function timerText (place, sources) {
  const { package: name, kind, frame, middleware, isOver } = place
  if (kind !== 'timer' || !isOver || !name || middleware.length > 0 || isDirectCall(name, frame, sources)) return null
  return creationText(place)
}

// Two waits for the same timer are almost equally long.
const SAME_TIMER = 0.8

/**
 * Finds the wait that starts a timer of a package for which other requests wait, too: `debounce(answerAll, 300)`.
 *
 * @param {import('../types/agent').WaitPlace[]} places
 * @param {import('./package-calls').Sources} sources
 * @returns {import('../types/agent').WaitPlace | undefined} with the share of both
 */
function sharedTimer ([first, ...others], sources) {
  const isDelayed = (/** @type {import('../types/agent').WaitPlace} */ one) =>
    timerText(one, sources) !== null && objectOf(one.frame, sources, one.package) !== null
  if (first?.kind !== 'timer' || isDelayed(first)) return undefined
  const starting = others.find(function (one) {
    const [shorter, longer] = [first.meanMs, one.meanMs].sort((a, b) => a - b)
    return shorter >= SAME_TIMER * longer && isDelayed(one)
  })
  return starting && { ...starting, share: first.share + starting.share }
}

/** @param {import('../types/agent').WaitPlace} place */
function creationText (place) {
  return `creates the object that line ${place.frame.line} uses, which ${waitText(place)}`
}

/**
 * Returns the source locations where requests wait; for work of the thread pool, the line that started it.
 *
 * @param {Looks} looks
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function queueing ({ waits, cpu }, options) {
  if (!waits) return []
  const { places: all, ofPackages } = summarise(waits)
  const isPool = (/** @type {string} */ kind) => kind.startsWith(POOL) || kind === ADDON
  const places = all.map((place) => (isPool(place.kind) ? atBegin(place) : place))
  const sources = sourcesOf(cpu?.functions, options, places)
  const found = waitPlaces(places)
  const [first] = places
  // The level of a compression is set where its object is created, or the middleware set up.
  const isOfPackage = first?.kind === ZLIB && first.package !== '' && !isDirectCall(first.package, first.frame, sources)
  const at = isOfPackage ? objectOf(first.frame, sources) : null
  if (at) return [{ ...at, share: first.share, of: OF_WAITING, why: creationText(first) }, ...found]
  return withPackage(ofPackages, withMiddleware(places, found, sources, isOfPackage ? [first.package] : []), sources)
}

/**
 * @param {import('../types/agent').WaitPlace[]} places
 * @returns {Place[]}
 */
function waitPlaces (places) {
  return places.map((place) => ({
    file: place.frame.file,
    line: place.frame.line,
    column: place.frame.column,
    function: place.frame.function,
    share: place.share,
    of: OF_WAITING,
    why: waitText(place)
  }))
}

/** @param {import('../types/agent').WaitPlace} place */
function waitText (place) {
  const { kind, target, meanMs, perRequest, queueShare, oneAfterAnother } = place
  const { releasedBy, waitsAt, calledFrom, heldAt, isForConnection, isOver } = place
  const isQueue = queueShare > 0.5
  const ofPackage = heldAt ? `waits for ${place.package}` : ''
  const ofKind = kind === 'other' ? 'waits' : kind === TIME_LIMIT ? 'waits until a time limit' : `waits for ${named(kind)}`
  // A package releases the resource after the request's own code: then the nearest line is the one that called it.
  const isReleased = isQueue && releasedBy && !(calledFrom && isSamePlace(releasedBy, calledFrom))
  // Whether requests queue for another request's exchange, or wait for its result, is known only of HTTP agents.
  const ofOther =
    kind === 'network' && target && !isForConnection
      ? 'waits until an exchange of another request is over'
      : 'waits in a queue until another request releases the resource'
  const what = ofPackage || (isQueue ? ofOther : ofKind)
  return [
    `${what}${target ? ` (${kind === 'timer' ? 'last request: ' : ''}${target})` : ''}, ${isOver ? `${rounded(meanMs)} ms each time` : `not over after ${rounded(meanMs)} ms`}`,
    heldAt ? `while the request holds what it got at ${baseOf(heldAt.file)}:${heldAt.line}` : '',
    isReleased ? `released at ${baseOf(releasedBy.file)}:${releasedBy.line}` : '',
    oneAfterAnother ? `${rounded(perRequest)} times per request, one after another` : '',
    waitsAt ? `in ${waitsAt.function} ${baseOf(waitsAt.file)}:${waitsAt.line}` : '',
    calledFrom ? `called from ${calledFrom.function} ${baseOf(calledFrom.file)}:${calledFrom.line}` : ''
  ]
    .filter(Boolean)
    .join('; ')
}

const OF_OPENED = 'opened files and connections'

/**
 * @param {Looks} looks
 * @param {AnalysisWindow} window
 * @returns {Place[]} the lines that open files, or connections, whichever stay open
 */
function opening ({ waits }, { openDescriptors }) {
  const isSocket = openDescriptors !== null && openDescriptors.sockets > openDescriptors.files
  const opened = (waits?.requests ?? []).flatMap((request) => request.opened.filter((one) => one.isSocket === isSocket))
  /** @type {Map<string, { frame: import('../types/source').CallFrame, count: number }>} */
  const lines = new Map()
  for (const { frame } of opened) {
    const key = `${frame.file}:${frame.line}`
    lines.set(key, { frame, count: (lines.get(key)?.count ?? 0) + 1 })
  }
  return [...lines.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ frame, count }) => ({
      ...frame,
      share: count / opened.length,
      of: OF_OPENED,
      why: `opens ${isSocket ? 'connections' : 'files'}, ${rounded(count / (waits?.requests.length || 1))} per request`
    }))
}

const ARTICLES = new Map([
  ['timer', 'a '],
  ['network', 'the '],
  ['thread pool', 'the '],
  ['worker thread', 'a '],
  ['native addon', 'a '],
  ['child process', 'a ']
])

/** @param {string} kind of wait */
function named (kind) {
  const [what, which] = kind.split(': ')
  return `${ARTICLES.get(what) ?? ''}${what}${which ? ` (${which})` : ''}`
}

/** @param {string} file */
function baseOf (file) {
  return file.split(/[\\/]/).at(-1)
}

// Kinds of waits for work in other threads.

const POOL = 'thread pool: '
const ZLIB = `${POOL}zlib`
const WORKER = 'worker thread'
// Most native addons compute in the thread pool. Some have threads of their own, which may wait.
const ADDON = 'native addon'
// Smaller shares of the time of the requests are not reported.
const NAMED = 0.1

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by kind of wait
 * @returns {{ work: string, share: number }[]} the shares of waits for other threads, largest first
 */
function poolShares (shares) {
  return Object.entries(shares ?? {})
    .filter(([kind, share]) => (kind.startsWith(POOL) || kind === WORKER) && share >= NAMED)
    .map(([kind, share]) => ({ work: kind.replace(POOL, ''), share }))
    .sort((a, b) => b.share - a.share)
}

/**
 * @param {Record<string, number> | null} shares of the time of the requests, by kind of wait
 * @returns {number} the share of waits for Node's thread pool, without worker threads
 */
function nodePoolShare (shares) {
  return poolShares(shares).reduce((sum, { work, share }) => (work === WORKER ? sum : sum + share), 0)
}

module.exports = {
  ADDON,
  areBusy,
  areFew,
  NAMED,
  nodePoolShare,
  opening,
  POOL,
  poolShares,
  queueing,
  waiting,
  waitPlaces,
  WORKER
}
