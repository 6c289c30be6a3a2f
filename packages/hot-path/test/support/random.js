'use strict'

/**
 * Returns a seeded random number generator (mulberry32), so that draws from the study are reproducible.
 *
 * @param {number} seed
 * @returns {() => number} uniform in [0, 1)
 */
function random (seed) {
  let state = seed >>> 0
  return function () {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

module.exports = { random }
