'use strict'

// A probe: runs inside the subject, between loads of a check-up.

const { EventEmitter } = require('events')
const { Session } = require('inspector')

const KEY = Symbol.for('hot-path.emitter')
// Lists of listeners that are told. A server with a thousand connections has as many short lists; the long ones matter.
const MOST_LISTS = 300

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
  const session = new Session()
  session.connect()
  Object.defineProperty(globalThis, KEY, { value: { prototype: EventEmitter.prototype, idOf }, configurable: true })
  try {
    const prototypeObjectId = handleOf(session, 'prototype')
    const { objects } = post(session, 'Runtime.queryObjects', { prototypeObjectId })
    return post(session, 'Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: String(longest),
      arguments: [{ objectId: handleOf(session, 'idOf') }, { value: MOST_LISTS }],
      returnByValue: true
    }).result.value
  } catch {
    return [] // a heap that cannot be walked is no reason to end the server
  } finally {
    Reflect.deleteProperty(globalThis, KEY)
    session.disconnect()
  }
}

/**
 * @param {Session} session
 * @param {'prototype' | 'idOf'} name of what was laid down for the inspector
 * @returns {string} the inspector's name for it
 */
function handleOf (session, name) {
  const expression = `globalThis[Symbol.for('${KEY.description}')].${name}`
  return post(session, 'Runtime.evaluate', { expression }).result.objectId
}

/**
 * @param {Session} session
 * @param {string} method
 * @param {object} params
 * @returns {any} a session in one's own thread answers before post() returns
 */
function post (session, method, params) {
  let answer
  session.post(method, params, function (err, result) {
    if (err) throw err
    answer = result
  })
  return answer
}

/**
 * Runs where the objects are, so it can use nothing from outside.
 *
 * @this {any[]} emitters
 * @param {(emitter: object) => number} idOf
 * @param {number} most
 */
function longest (idOf, most) {
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
    .map(({ emitter, event, count }) => ({ id: idOf(emitter), emitter: nameOf(emitter), event: String(event), count }))
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
