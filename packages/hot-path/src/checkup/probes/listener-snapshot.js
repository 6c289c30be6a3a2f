'use strict'

// A probe: runs inside the subject, between loads of a check-up.

const { EventEmitter } = require('events')
const { openInspector, withInspector } = require('../../process/inside/inspector-session')

const KEY = Symbol.for('hot-path.emitter')
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
 * Counts the listeners of every event emitter on the heap, with V8's own means (`Runtime.queryObjects` of the
 * inspector). It walks the heap, so it takes tens of milliseconds: never while something is timed.
 *
 * @returns {import('../records').IdentifiedListenerCount[]} the longest lists of listeners, at most `MOST_LISTS`, the
 *   longest first; a list of one listener is none
 */
function listenerCounts () {
  const value = { prototype: EventEmitter.prototype, idOf, last: [] }
  Object.defineProperty(globalThis, KEY, { value, configurable: true })
  try {
    return withInspector(function (post) {
      const prototypeObjectId = handleOf(post, 'prototype')
      const { objects } = post('Runtime.queryObjects', { prototypeObjectId })
      const given = ['idOf', 'last'].map((name) => ({ objectId: handleOf(post, name) }))
      const lists = post('Runtime.callFunctionOn', {
        objectId: objects.objectId,
        functionDeclaration: String(longest),
        arguments: [{ value: MOST_LISTS }, ...given],
        returnByValue: true
      }).result.value
      return withPlaces(post, lists)
    })
  } catch {
    return [] // a heap that cannot be walked is no reason to end the server
  } finally {
    Reflect.deleteProperty(globalThis, KEY)
  }
}

/**
 * @param {(method: string, params?: object) => any} post
 * @param {string} name of what was laid down for the inspector
 * @returns {string} the inspector's name for it
 */
function handleOf (post, name) {
  const expression = `globalThis[Symbol.for('${KEY.description}')].${name}`
  return post('Runtime.evaluate', { expression }).result.objectId
}

/**
 * Runs where the objects are, so it can use nothing from outside.
 *
 * @this {any[]} emitters
 * @param {number} most
 * @param {(emitter: object) => number} idOf
 * @param {Function[]} last takes the last listener of each list
 */
function longest (most, idOf, last) {
  const lists = []
  for (const emitter of this) {
    const events = Object.getOwnPropertyDescriptor(emitter, '_events')?.value ?? {}
    for (const event of Reflect.ownKeys(events)) {
      if (Array.isArray(events[event])) lists.push({ emitter, event, count: events[event].length })
    }
  }
  function nameOf (/** @type {any} */ emitter) {
    try {
      return String(emitter.constructor.name)
    } catch {
      return 'object'
    }
  }
  return lists
    .sort((a, b) => b.count - a.count)
    .slice(0, most)
    .map(function ({ emitter, event, count }) {
      const listener = emitter._events[event].at(-1)
      last.push(listener.listener ?? listener) // once() puts another function around it
      return { id: idOf(emitter), emitter: nameOf(emitter), event: String(event), count }
    })
}

/**
 * @param {(method: string, params?: object) => any} post
 * @param {import('../records').IdentifiedListenerCount[]} lists the longest first
 * @returns {import('../records').IdentifiedListenerCount[]} the same; of long ones, with the place of the last listener
 */
function withPlaces (post, lists) {
  const long = lists.filter(({ count }) => count >= LONG).slice(0, MOST_PLACES)
  if (long.length === 0) return lists
  const urls = scriptUrls()
  return lists.map(function (list, i) {
    if (!long.includes(list)) return list
    const objectId = handleOf(post, `last[${i}]`)
    const { internalProperties = [] } = post('Runtime.getProperties', { objectId, ownProperties: true })
    const at = internalProperties.find((/** @type {any} */ { name }) => name === '[[FunctionLocation]]')?.value?.value
    const { value: name } = post('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: 'function () { return String(this.name) }',
      returnByValue: true
    }).result
    if (!at) return list
    const place = { file: urls.get(at.scriptId) ?? '', line: at.lineNumber + 1, column: at.columnNumber + 1 }
    return { ...list, listener: { ...place, function: name || '(anonymous)' } }
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
 * @type {import('../../process/subject').Probe}
 */
const probe = (processMetrics) => () => ({
  ...processMetrics({ collect: true, reset: false }),
  listenerCounts: listenerCounts()
})

module.exports = Object.assign(probe, { MOST_LISTS, listenerCounts })
