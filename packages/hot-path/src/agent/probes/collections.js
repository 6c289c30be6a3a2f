'use strict'

// Part of the probes: runs inside the server under test. Reports which collections grow, and their names in the
// application. They are found through the variables that its functions can see.

const { types } = require('util')
const { instancesOf, privateFieldsOf, scopesOf } = require('../heap-objects')
const subject = require('../target-context')
const { openInspector } = require('../inspector')
const { isOfApplication } = require('./call-stack')
const { toPath } = require('./v8-functions')

/** @typedef {import('../../types/agent').GrownCollection} GrownCollection */

/** @typedef {import('../heap-objects').Post} Post */

// Minimum entries of a watched collection, and minimum growth of a reported one.
const LEAST = 10
const MOST_GROWN = 20
// Limits of the search for collections.
const MOST_FUNCTIONS = 3000
const MOST_OF_ONE_TEXT = 3
const MOST_SOURCE = 3_000_000 // characters
const MOST_OBJECTS = 20_000
const MOST_DEPTH = 4
const MOST_WALKED = 100
const MOST_PRIVATE = 300

const mapSize = /** @type {() => number} */ (Object.getOwnPropertyDescriptor(Map.prototype, 'size')?.get)
const setSize = /** @type {() => number} */ (Object.getOwnPropertyDescriptor(Set.prototype, 'size')?.get)

/** @returns {number} number of entries; 0 if it is not a collection */
function sizeOf (/** @type {any} */ object) {
  if (types.isProxy(object)) return 0 // a proxy would run code of the server
  if (Array.isArray(object)) return object.length
  if (types.isMap(object)) return mapSize.call(object)
  if (types.isSet(object)) return setSize.call(object)
  return Object.getPrototypeOf(object) === subject.Object.prototype ? Object.keys(object).length : 0
}

/** @returns {string} */
function typeOf (/** @type {any} */ object) {
  if (Array.isArray(object)) return 'Array'
  return types.isMap(object) ? 'Map' : types.isSet(object) ? 'Set' : 'Object'
}

/** @typedef {{ ref: WeakRef<Function>, file: string }} KnownFunction function of the application, weakly referenced */

/**
 * Walks the heap, at 80 MB per second. Call it before the heap has grown.
 *
 * @returns {KnownFunction[]} functions to inspect later; at most `MOST_OF_ONE_TEXT` with the same source text
 */
function findFunctions () {
  const inspector = openInspector()
  try {
    const scripts = applicationScripts(inspector)
    const words = new Set(scripts.flatMap(({ source }) => source.match(/[\w$]+/g) ?? []))
    /** @type {Map<string, KnownFunction[]>} */
    const found = new Map()
    for (const fn of instancesOf(inspector.post, subject.Function.prototype)) {
      if (typeof fn !== 'function' || types.isProxy(fn)) continue
      const name = Object.getOwnPropertyDescriptor(fn, 'name')?.value
      if (name !== '' && !words.has(name)) continue
      const text = Function.prototype.toString.call(fn)
      const same = found.get(text) ?? []
      const file = same[0]?.file ?? scripts.find(({ source }) => source.includes(text))?.file
      if (file && same.length < MOST_OF_ONE_TEXT) found.set(text, [...same, { ref: new WeakRef(fn), file }])
    }
    return [...found.values()].flat().slice(0, MOST_FUNCTIONS)
  } finally {
    inspector.end()
  }
}

/**
 * @param {ReturnType<typeof openInspector>} inspector
 * @returns {{ file: string, source: string }[]} the sources as compiled by V8: TypeScript without its types
 */
function applicationScripts ({ post, on }) {
  /** @type {{ scriptId: string, file: string }[]} */
  const scripts = []
  on('Debugger.scriptParsed', function ({ scriptId, url }) {
    if (isOfApplication(url)) scripts.push({ scriptId, file: toPath(url) })
  })
  post('Debugger.enable') // reports all scripts
  let length = 0
  const found = scripts.flatMap(function ({ scriptId, file }) {
    const source = post('Debugger.getScriptSource', { scriptId }).scriptSource
    length += source.length
    return length > MOST_SOURCE ? [] : [{ file, source }]
  })
  post('Debugger.disable')
  return found
}

/**
 * @param {Post} post
 * @param {KnownFunction[]} functions
 * @returns {() => GrownCollection[]} a function that returns which of the collections visible to `functions` have
 *   grown since, most added entries first
 */
function watchCollections (post, functions) {
  const watched = [...collectionsIn(post, variablesOf(post, functions))].map(([object, name]) => ({
    ...name,
    ref: new WeakRef(object),
    before: sizeOf(object)
  }))
  return () =>
    watched
      .flatMap(function ({ ref, file, path, before }) {
        const object = ref.deref()
        return object ? [{ file, path, type: typeOf(object), before, size: sizeOf(object) }] : []
      })
      .filter(({ before, size }) => size >= before + LEAST)
      .sort((a, b) => b.size - b.before - (a.size - a.before))
      .slice(0, MOST_GROWN)
}

/** @typedef {{ object: any, file: string, path: string[] }} Variable whose value is an object */

/**
 * @param {Post} post
 * @param {KnownFunction[]} functions
 * @returns {Variable[]} the variables visible to them
 */
function variablesOf (post, functions) {
  const scopes = functions.flatMap(function ({ ref, file }) {
    const fn = ref.deref()
    return fn ? scopesOf(post, fn).map((scope) => ({ scope, file })) : []
  })
  return [...scopes, { scope: subject.globalThis, file: functions[0]?.file ?? '' }].flatMap(({ scope, file }) =>
    entriesOf(scope).flatMap(([name, object]) => (isObject(object) ? [{ object, file, path: [name] }] : []))
  )
}

/**
 * @param {Post} post
 * @param {Variable[]} variables
 * @returns {Map<object, { file: string, path: string[] }>} the collections in them with at least `LEAST` entries,
 *   each with its shortest name in the application
 */
function collectionsIn (post, variables) {
  /** @type {Map<object, { file: string, path: string[] }>} */
  const found = new Map()
  const seen = new Set()
  let privates = 0
  let level = variables
  for (let depth = 1; level.length > 0 && depth <= MOST_DEPTH; depth++) {
    const next = []
    for (const { object, file, path } of level) {
      if (seen.has(object) || seen.size >= MOST_OBJECTS || types.isProxy(object)) continue
      seen.add(object)
      if (sizeOf(object) >= LEAST) found.set(object, { file, path })
      const hasPrivates = isOfAClass(object) && privates++ < MOST_PRIVATE
      for (const [name, value] of [...entriesOf(object), ...(hasPrivates ? privateFieldsOf(post, object) : [])]) {
        if (isObject(value)) next.push({ object: value, file, path: [...path, name] })
      }
    }
    level = next
  }
  return found
}

/**
 * @param {any} object
 * @returns {[string, unknown][]} its fields, read without running code of the server; empty for a large collection,
 *   whose fields are entries
 */
function entriesOf (object) {
  if (types.isTypedArray(object) || types.isProxy(object)) return []
  if (sizeOf(object) > MOST_WALKED) return []
  if (types.isMap(object)) {
    return [...Map.prototype.entries.call(object)].map(([key, value]) => [isObject(key) ? '' : String(key), value])
  }
  const names = Object.getOwnPropertyNames(object)
  return names.slice(0, MOST_WALKED).map((name) => [name, subject.getOwnPropertyDescriptor(object, name)?.value])
}

/** @returns {boolean} whether it may have private fields */
function isOfAClass (/** @type {any} */ object) {
  const prototype = Object.getPrototypeOf(object)
  if (prototype === null || types.isProxy(prototype)) return false
  const constructor = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof constructor === 'function' && /^class\b/.test(Function.prototype.toString.call(constructor))
}

/** @returns {boolean} */
function isObject (/** @type {unknown} */ value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}

module.exports = { findFunctions, watchCollections }
