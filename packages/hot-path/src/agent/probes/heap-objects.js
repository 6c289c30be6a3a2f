'use strict'

// Part of the probes: runs inside the server under test, and finds objects through V8's inspector.

/** @typedef {(method: string, params?: object) => any} Post sends a command to the inspector */

const subject = require('../target-context')

const KEY = Symbol.for('hot-path.object')

/**
 * @param {Post} post
 * @param {unknown} object
 * @returns {string} the inspector's id of the object, which is retained until the session ends
 */
function handleOf (post, object) {
  Object.defineProperty(subject.globalThis, KEY, { value: object, configurable: true })
  try {
    return post('Runtime.evaluate', { expression: `globalThis[Symbol.for('${KEY.description}')]` }).result.objectId
  } finally {
    Reflect.deleteProperty(subject.globalThis, KEY)
  }
}

/**
 * @param {Post} post
 * @param {string} objectId the inspector's id of an object
 * @returns {any} the object
 */
function objectOf (post, objectId) {
  let object
  const take = (/** @type {unknown} */ one) => { object = one }
  post('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: 'function (take) { take(this) }',
    arguments: [{ objectId: handleOf(post, take) }]
  })
  return object
}

/**
 * Walks the heap, which collects garbage and takes tens of milliseconds. Do not use it during a timed measurement.
 *
 * @param {Post} post
 * @param {object} prototype
 * @returns {any[]} every object that inherits from it
 */
function instancesOf (post, prototype) {
  const { objects } = post('Runtime.queryObjects', { prototypeObjectId: handleOf(post, prototype) })
  const found = objectOf(post, objects.objectId)
  post('Runtime.releaseObject', { objectId: objects.objectId }) // otherwise the inspector retains them all
  return Array.from({ length: found.length }, (_, i) => found[i]) // copied: its array methods may have been patched
}

/**
 * @param {Post} post
 * @param {Function} fn
 * @returns {{ scriptId: string, lineNumber: number, columnNumber: number } | null} 0-based; null for a function that
 *   is not written in JavaScript
 */
function locationOf (post, fn) {
  return internalOf(post, fn, '[[FunctionLocation]]')?.value ?? null
}

/**
 * @param {Post} post
 * @param {Function} fn
 * @param {string} name of an internal slot
 */
function internalOf (post, fn, name) {
  const { internalProperties = [] } = post('Runtime.getProperties', { objectId: handleOf(post, fn), ownProperties: true })
  return internalProperties.find((/** @type {any} */ one) => one.name === name)?.value
}

module.exports = { instancesOf, locationOf }
