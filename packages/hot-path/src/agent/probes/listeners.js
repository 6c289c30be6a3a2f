'use strict'

// A probe: runs inside the server under test, between the loads of a check-up.

const { EventEmitter } = require('events')
const { instancesOf, locationOf } = require('./heap-objects')
const { openInspector, withInspector } = require('./inspector')
const { memoryOfWorkers } = require('./worker-memory')

// V8 walks 80 MB per second, and blocks the server. Listeners do not account for a larger heap.
const MOST_HEAP_BYTES = 200_000_000
// Maximum listener lists reported. A thousand connections have a thousand short lists; only the long ones matter.
const MOST_LISTS = 300
// Node warns about more than ten listeners.
const LONG = 11
const MOST_PLACES = 5

/** @type {WeakMap<object, number>} */
const ids = new WeakMap()
let lastId = 0

/**
 * @param {object} emitter
 * @returns {number} a stable id of the emitter
 */
function idOf (emitter) {
  if (!ids.has(emitter)) ids.set(emitter, ++lastId)
  return /** @type {number} */ (ids.get(emitter))
}

/**
 * Counts the listeners of every event emitter on the heap, through V8's inspector. It walks the heap for tens of
 * milliseconds: do not use it during a timed measurement.
 *
 * @returns {import('../../types/checkup').IdentifiedListenerCount[]} the longest lists of at least two listeners, at
 *   most `MOST_LISTS`, longest first
 */
function listenerCounts () {
  try {
    return withInspector(function (post) {
      const lists = instancesOf(post, EventEmitter.prototype)
        .flatMap(listsOf)
        .sort((a, b) => b.listeners.length - a.listeners.length)
        .slice(0, MOST_LISTS)
      return withPlaces(post, lists)
    })
  } catch {
    return [] // if the heap cannot be walked, the server must still continue
  }
}

/** @typedef {{ emitter: any, event: string | symbol, listeners: any[] }} List listeners of one event */

/**
 * @param {any} emitter
 * @returns {List[]}
 */
function listsOf (emitter) {
  const events = Object.getOwnPropertyDescriptor(emitter, '_events')?.value ?? {}
  return Reflect.ownKeys(events)
    .map((event) => ({ emitter, event, listeners: events[event] }))
    .filter(({ listeners }) => Array.isArray(listeners))
}

/** @param {any} emitter */
function nameOf (emitter) {
  try {
    return String(emitter.constructor.name)
  } catch {
    return 'object'
  }
}

/**
 * @param {import('./heap-objects').Post} post
 * @param {List[]} lists longest first
 * @returns {import('../../types/checkup').IdentifiedListenerCount[]} the counts; at most `MOST_PLACES` long lists
 *   include the source location of their last listener
 */
function withPlaces (post, lists) {
  const long = lists.filter(({ listeners }) => listeners.length >= LONG).slice(0, MOST_PLACES)
  const urls = long.length > 0 ? scriptUrls() : new Map()
  return lists.map(function (list) {
    const { emitter, event, listeners } = list
    const counted = { id: idOf(emitter), emitter: nameOf(emitter), event: String(event), count: listeners.length }
    if (!long.includes(list)) return counted
    const last = listeners[listeners.length - 1]
    const listener = last.listener ?? last // once() wraps the listener
    const at = locationOf(post, listener)
    if (!at) return counted
    const place = { file: urls.get(at.scriptId) ?? '', line: at.lineNumber + 1, column: at.columnNumber + 1 }
    return { ...counted, listener: { ...place, function: String(listener.name) || '(anonymous)' } }
  })
}

/** @returns {Map<string, string>} script URLs by id; the debugger reports all scripts when it is enabled */
function scriptUrls () {
  const inspector = openInspector()
  const urls = new Map()
  inspector.on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(scriptId, url))
  inspector.post('Debugger.enable')
  inspector.end()
  return urls
}

/**
 * Returns the process metrics after garbage collection, the memory of worker threads, and the listener counts. The word
 * `collected` says that garbage was just collected.
 *
 * @type {import('../../types/agent').Probe}
 */
const probe = (processMetrics) => async function (word) {
  const metrics = processMetrics({ collect: word !== 'collected', reset: false })
  const counts = metrics.heapUsedBytes > MOST_HEAP_BYTES ? [] : listenerCounts()
  return { ...metrics, inWorkers: await memoryOfWorkers(metrics.workers), listenerCounts: counts }
}

module.exports = Object.assign(probe, { MOST_LISTS, listenerCounts })
