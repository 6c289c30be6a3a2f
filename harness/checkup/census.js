'use strict'

// Part of preload.js: runs inside the subject, between loads of a check-up.

const { EventEmitter } = require('events')
const { Session } = require('inspector')

const KEY = Symbol.for('hot-path.emitter')

/**
 * Counts the listeners of every event emitter on the heap, with V8's own means (`Runtime.queryObjects` of the
 * inspector). It walks the heap, so it takes tens of milliseconds: never while something is timed.
 *
 * @returns {import('./records').Crowd[]} the five most crowded
 */
module.exports = function () {
  const session = new Session()
  session.connect()
  Object.defineProperty(globalThis, KEY, { value: EventEmitter.prototype, configurable: true })
  try {
    const prototype = post(session, 'Runtime.evaluate', { expression: `globalThis[Symbol.for('${KEY.description}')]` }).result
    const { objects } = post(session, 'Runtime.queryObjects', { prototypeObjectId: prototype.objectId })
    return post(session, 'Runtime.callFunctionOn', {
      objectId: objects.objectId,
      functionDeclaration: String(crowded),
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
 */
function crowded () {
  const crowds = []
  for (const emitter of this) {
    const events = Object.getOwnPropertyDescriptor(emitter, '_events')?.value ?? {}
    for (const event of Reflect.ownKeys(events)) {
      if (Array.isArray(events[event])) crowds.push({ emitter: nameOf(emitter), event: String(event), count: events[event].length })
    }
  }
  function nameOf (/** @type {any} */ emitter) {
    try {
      return String(emitter.constructor.name)
    } catch {
      return 'object'
    }
  }
  return crowds.sort((a, b) => b.count - a.count).slice(0, 5)
}
