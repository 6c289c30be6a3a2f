'use strict'

// Source locations where requests wait. Pure, except for the `readSource` argument.

const { rounded } = require('../util/format')
const { callOf, creationOf, isDirectCall, objectOf, sourcesOf } = require('./package-calls')
const { textAt } = require('./source')
const { summarise } = require('./waits')

/** @typedef {import('../types/checkup').PlaceOptions} PlaceOptions */
/** @typedef {import('../types/pipeline').Place} Place */
/** @typedef {import('../types/checkup').Looks} Looks */
/** @typedef {import('../types/checkup').AnalysisWindow} AnalysisWindow */
/** @typedef {Pick<AnalysisWindow, 'connections' | 'connectionsTo' | 'refusedShare'>} Limits */

const OF_WAITING = 'request time'

/**
 * Returns the source locations where requests wait. If they wait for a package that serves few of them at a time, such
 * as a pool, the line that creates its object comes first.
 *
 * @param {Looks} looks
 * @param {Limits} window
 * @param {PlaceOptions} options
 * @returns {Place[]}
 */
function waiting ({ waits, cpu }, window, { readSource }) {
  if (!waits) return []
  const places = summarise(waits).places.map((place) => (isJoining(place, readSource) ? atBegin(place) : place))
  const found = waitPlaces(places)
  const [first] = places
  const sources = sourcesOf(cpu?.functions, readSource, places)
  const why = first && (limitText(first, window) ?? timerText(first, window, sources))
  const at = why ? (objectOf(first.frame, sources) ?? creationOf(first.package, sources)) : null
  if (at) return [{ ...at, share: first.share, of: OF_WAITING, why: String(why) }, ...found]
  return withMiddleware(places, found, sources)
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

// Share of error responses above which waits end in errors.
const REFUSED = 0.05
// Share of the time in which a connection is busy. Idle connections mean that they are held, or leak.
const BUSY = 0.8

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {Limits} window
 * @returns {string | null} what its package limits; null if the wait does not look like a limit
 */
function limitText (place, { connections, connectionsTo }) {
  const { package: name, kind, target, share, queueShare, sharedShare, isOver } = place
  if (!name || !isOver) return null
  const to = connectionsTo.find(({ address }) => target?.includes(address))
  const waiting = share * connections
  if (to && to.busy >= BUSY * to.count && waiting >= 2 * to.count) {
    const open = to.count === 1 ? '1 connection' : `${to.count} connections`
    return `creates what ${rounded(waiting)} requests wait for at a time: ${open} of ${name} to ${to.address}, always busy`
  }
  const isQueue = target === null && (queueShare > 0.5 || (kind === 'other' && sharedShare > 0.5))
  return isQueue ? `creates what requests wait for: ${name}, which serves them one after another` : null
}

/**
 * @param {import('../types/agent').WaitPlace} place
 * @param {Limits} window
 * @param {import('./package-calls').Sources} sources
 * @returns {string | null} for a timer that an object of a package starts, such as a delay before it tries again
 */
function timerText (place, { refusedShare }, sources) {
  const { package: name, kind, frame, middleware, isOver } = place
  if (refusedShare >= REFUSED) return null // the timer is a time limit
  if (kind !== 'timer' || !isOver || !name || middleware.length > 0 || isDirectCall(name, frame, sources)) return null
  return creationText(place)
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
function queueing ({ waits, cpu }, { readSource }) {
  if (!waits) return []
  const places = summarise(waits).places.map((place) => (place.kind.startsWith(POOL) ? atBegin(place) : place))
  const sources = sourcesOf(cpu?.functions, readSource, places)
  const found = waitPlaces(places)
  const [first] = places
  // The level of a compression is set where its object is created, or the middleware set up.
  const isOfPackage = first?.kind === ZLIB && first.package !== '' && !isDirectCall(first.package, first.frame, sources)
  const at = isOfPackage ? objectOf(first.frame, sources) : null
  if (at) return [{ ...at, share: first.share, of: OF_WAITING, why: creationText(first) }, ...found]
  return withMiddleware(places, found, sources, isOfPackage ? [first.package] : [])
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
function waitText ({ kind, target, meanMs, perRequest, queueShare, releasedBy, oneAfterAnother, waitsAt, calledFrom }) {
  const isQueue = queueShare > 0.5
  const what = isQueue ? 'waits in a queue until another request releases the resource' : kind === 'other' ? 'waits' : `waits for ${named(kind)}`
  return [
    `${what}${target ? ` (${target})` : ''}, ${rounded(meanMs)} ms each time`,
    isQueue && releasedBy ? `released at ${baseOf(releasedBy.file)}:${releasedBy.line}` : '',
    oneAfterAnother ? `${rounded(perRequest)} times per request, one after another` : '',
    waitsAt ? `in ${waitsAt.function} ${baseOf(waitsAt.file)}:${waitsAt.line}` : '',
    calledFrom ? `called from ${calledFrom.function} ${baseOf(calledFrom.file)}:${calledFrom.line}` : ''
  ]
    .filter(Boolean)
    .join('; ')
}

const ARTICLES = new Map([
  ['timer', 'a '],
  ['network', 'the '],
  ['thread pool', 'the '],
  ['worker thread', 'a '],
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

module.exports = { nodePoolShare, POOL, poolShares, queueing, waiting, waitPlaces, WORKER }
