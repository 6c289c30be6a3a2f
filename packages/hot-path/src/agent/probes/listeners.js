'use strict'

// A probe: runs inside the subject, between loads of a check-up.

const { EventEmitter } = require('events')
const { instancesOf, locationOf } = require('../heap-objects')
const { openInspector, withInspector } = require('../inspector')

// V8 walks 80 MB in a second, while the server stands still. So much memory is not kept by listeners.
const MOST_HEAP_BYTES = 200_000_000
// Lists of listeners that are told. A server with a thousand connections has as many short lists; the long ones matter.
const MOST_LISTS = 300
// Node warns of more listeners than ten.
const LONG = 11
const MOST_PLACES = 5

/** @type {WeakMap<object, number>} */
const ids = new WeakMap()
let lastId = 0

/**
 * @param {object} emitter
 * @returns {number} the same whenever it is asked for
 */
function idOf (emitter) {
  if (!ids.has(emitter)) ids.set(emitter, ++lastId)
  return /** @type {number} */ (ids.get(emitter))
}

/**
 * Counts the listeners of every event emitter on the heap, with V8's own means. It walks the heap, so it takes tens of
 * milliseconds: never while something is timed.
 *
 * @returns {import('../../types/checkup').IdentifiedListenerCount[]} the longest lists of listeners, at most
 *   `MOST_LISTS`, the
 *   longest first; a list of one listener is none
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
    return [] // a heap that cannot be walked is no reason to end the server
  }
}

/** @typedef {{ emitter: any, event: string | symbol, listeners: any[] }} List of listeners */

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
 * @param {import('../heap-objects').Post} post
 * @param {List[]} lists the longest first
 * @returns {import('../../types/checkup').IdentifiedListenerCount[]} of long ones, with the place of the last listener
 */
function withPlaces (post, lists) {
  const long = lists.filter(({ listeners }) => listeners.length >= LONG).slice(0, MOST_PLACES)
  const urls = long.length > 0 ? scriptUrls() : new Map()
  return lists.map(function (list) {
    const { emitter, event, listeners } = list
    const counted = { id: idOf(emitter), emitter: nameOf(emitter), event: String(event), count: listeners.length }
    if (!long.includes(list)) return counted
    const last = listeners[listeners.length - 1]
    const listener = last.listener ?? last // once() puts another function around it
    const at = locationOf(post, listener)
    if (!at) return counted
    const place = { file: urls.get(at.scriptId) ?? '', line: at.lineNumber + 1, column: at.columnNumber + 1 }
    return { ...counted, listener: { ...place, function: String(listener.name) || '(anonymous)' } }
  })
}

/** @returns {Map<string, string>} of each script that V8 knows, by its id; the debugger tells of them when it begins */
function scriptUrls () {
  const inspector = openInspector()
  const urls = new Map()
  inspector.on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(scriptId, url))
  inspector.post('Debugger.enable')
  inspector.end()
  return urls
}

/**
 * The process metrics after garbage collection, and the listeners.
 *
 * @type {import('../../types/agent').Probe}
 */
const probe = (processMetrics) => function () {
  const metrics = processMetrics({ collect: true, reset: false })
  return { ...metrics, listenerCounts: metrics.heapUsedBytes > MOST_HEAP_BYTES ? [] : listenerCounts() }
}

module.exports = Object.assign(probe, { MOST_LISTS, listenerCounts })
