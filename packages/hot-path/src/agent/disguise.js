'use strict'

// Part of preload.js: runs inside the subject.

/**
 * @param {Function} original method of Node
 * @param {(this: any, ...args: any[]) => unknown} method that takes its place
 * @returns {Function} the latter, with the name, the number of parameters and the prototype of the original: the server
 *   finds a method like the one before
 */
function disguised (original, method) {
  for (const name of ['name', 'length']) {
    const property = Object.getOwnPropertyDescriptor(original, name)
    if (property) Object.defineProperty(method, name, property)
  }
  return Object.setPrototypeOf(method, Object.getPrototypeOf(original))
}

module.exports = { disguised }
