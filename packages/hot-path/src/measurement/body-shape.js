'use strict'

// Compares the shapes of the response bodies of two versions, not their contents.

// Maximum elements per array: the first ones show what it holds.
const MOST_ELEMENTS = 100
const MOST_LEVELS = 50
// Keys that are longer or have other characters may be data, such as a name or an address. They are not reported.
const NAME = /^[A-Za-z_$][\w$-]{0,39}$/

/**
 * Returns a difference in shape. Pure. It counts only if it separates all bodies of one version from all bodies of the
 * other: a list may be empty, a field missing or null, and the keys of a map may vary.
 *
 * @param {unknown[]} ones parsed bodies of one version
 * @param {unknown[]} others parsed bodies of the other version
 * @param {string} [place] path in the body: `hits[].id`
 * @param {number} [level]
 * @returns {string | null} `hits[].id is a string in one and a number in the other`
 */
function shapeDifference (ones, others, place = '', level = 0) {
  if (level > MOST_LEVELS) return null
  const [kinds, otherKinds] = [kindsOf(ones), kindsOf(others)]
  if (kinds.size > 0 && otherKinds.size > 0 && ![...kinds].some((kind) => otherKinds.has(kind))) {
    return `${place || 'the value'} is ${[...kinds].join(' or ')} in the first and ${[...otherKinds].join(' or ')} in the second`
  }
  const ofFields = fieldDifference(ones.filter(isObject), others.filter(isObject), place, level)
  if (ofFields) return ofFields
  const [elements, otherElements] = [elementsOf(ones), elementsOf(others)]
  if (elements.length === 0 || otherElements.length === 0) return null
  return shapeDifference(elements, otherElements, `${place}[]`, level + 1)
}

/**
 * @param {Record<string, unknown>[]} ones
 * @param {Record<string, unknown>[]} others
 * @param {string} place
 * @param {number} level
 * @returns {string | null}
 */
function fieldDifference (ones, others, place, level) {
  if (ones.length === 0 || others.length === 0) return null
  for (const [these, those, sentence] of /** @type {const} */ ([
    [ones, others, 'is only in the first'],
    [others, ones, 'is only in the second']
  ])) {
    for (const key of Object.keys(these[0])) {
      const isAlways = these.every((body) => Object.hasOwn(body, key))
      if (isAlways && !those.some((body) => Object.hasOwn(body, key))) return `${below(place, key)} ${sentence}`
    }
  }
  for (const key of Object.keys(ones[0])) {
    const valuesOf = (/** @type {Record<string, unknown>[]} */ bodies) =>
      bodies.filter((body) => Object.hasOwn(body, key)).map((body) => body[key])
    const found = shapeDifference(valuesOf(ones), valuesOf(others), below(place, key), level + 1)
    if (found) return found
  }
  return null
}

/**
 * @param {string} place
 * @param {string} key
 */
function below (place, key) {
  const name = NAME.test(key) ? key : `(a key of ${key.length} characters)`
  return place ? `${place}.${name}` : name
}

/** @param {unknown[]} values */
function elementsOf (values) {
  return values.filter(Array.isArray).flatMap((list) => list.slice(0, MOST_ELEMENTS))
}

/** @param {unknown[]} values */
function kindsOf (values) {
  const kindOf = (/** @type {unknown} */ value) => KINDS[typeof value] ?? (Array.isArray(value) ? 'an array' : 'an object')
  return new Set(values.filter((value) => value !== null).map(kindOf))
}

/** @type {Record<string, string>} */
const KINDS = { string: 'a string', number: 'a number', boolean: 'a boolean' }

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject (value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

module.exports = { shapeDifference }
