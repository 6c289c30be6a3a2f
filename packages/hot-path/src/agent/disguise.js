'use strict'

// Part of preload.js: runs inside the server under test.

/**
 * @param {Function} original method of Node
 * @param {(this: any, ...args: any[]) => unknown} method replacement
 * @returns {Function} `method` with the name, length and prototype of the original, so the server sees no change
 */
function disguised (original, method) {
  for (const name of ['name', 'length']) {
    const property = Object.getOwnPropertyDescriptor(original, name)
    if (property) Object.defineProperty(method, name, property)
  }
  return Object.setPrototypeOf(method, Object.getPrototypeOf(original))
}

module.exports = { disguised }
