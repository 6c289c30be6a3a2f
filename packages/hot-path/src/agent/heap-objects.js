'use strict'

// Part of the probes: runs inside the subject, and finds objects by V8's own means.

/** @typedef {(method: string, params?: object) => any} Post to the inspector */

const subject = require('./target-context')

const KEY = Symbol.for('hot-path.object')

/**
 * @param {Post} post
 * @param {unknown} object of ours
 * @returns {string} the inspector's name for it; it is held until the session ends
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
 * @param {string} objectId the inspector's name for an object
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
 * Walks the heap, so it collects garbage, and takes tens of milliseconds: never while something is timed.
 *
 * @param {Post} post
 * @param {object} prototype
 * @returns {any[]} every object that inherits from it
 */
function instancesOf (post, prototype) {
  const { objects } = post('Runtime.queryObjects', { prototypeObjectId: handleOf(post, prototype) })
  const found = objectOf(post, objects.objectId)
  post('Runtime.releaseObject', { objectId: objects.objectId }) // or the inspector keeps them all alive
  return Array.from({ length: found.length }, (_, i) => found[i]) // with the methods of an array as they were
}

/**
 * @param {Post} post
 * @param {Function} fn
 * @returns {{ scriptId: string, lineNumber: number, columnNumber: number } | null} counted
 *   from 0; null of a function that is not written in JavaScript
 */
function locationOf (post, fn) {
  return internalOf(post, fn, '[[FunctionLocation]]')?.value ?? null
}

/**
 * @param {Post} post
 * @param {Function} fn
 * @returns {Record<string, any>[]} the variables that it can see and that are not global, innermost scope first, as far
 *   as V8 keeps them: those that some inner function uses
 */
function scopesOf (post, fn) {
  const scopes = internalOf(post, fn, '[[Scopes]]')
  if (!scopes) return []
  const { result } = post('Runtime.getProperties', { objectId: scopes.objectId, ownProperties: true })
  return result
    .filter((/** @type {any} */ { value }) => value?.objectId && !/^Global/.test(value.description))
    .map((/** @type {any} */ { value }) => objectOf(post, value.objectId).object)
}

/**
 * @param {Post} post
 * @param {Function} fn
 * @param {string} name of an internal slot
 */
function internalOf (post, fn, name) {
  const { internalProperties = [] } = propertiesOf(post, fn)
  return internalProperties.find((/** @type {any} */ one) => one.name === name)?.value
}

/**
 * @param {Post} post
 * @param {object} object
 */
function propertiesOf (post, object) {
  return post('Runtime.getProperties', { objectId: handleOf(post, object), ownProperties: true })
}

/**
 * @param {Post} post
 * @param {object} object
 * @returns {[string, unknown][]} its private fields, `#name`, and their values where they are objects
 */
function privateFieldsOf (post, object) {
  const { privateProperties = [] } = propertiesOf(post, object)
  return privateProperties
    .filter((/** @type {any} */ { value }) => value?.objectId)
    .map((/** @type {any} */ { name, value }) => [name, objectOf(post, value.objectId)])
}

module.exports = { instancesOf, locationOf, privateFieldsOf, scopesOf }
