'use strict'

// Runs inside the subject, on the core that it is on.

const { performance } = require('perf_hooks')

const WARM_AFTER = 500
// They take two milliseconds.
const AT_ONCE = 20

const TEXT = JSON.stringify(
  Array.from({ length: 50 }, (_, id) => ({ id, url: `/page/${id}`, tags: ['a', 'b'], title: `Page ${id}` }))
)

/** Of the kind that servers do: text, objects, a little garbage. */
function pieceOfWork () {
  const pages = new Map()
  for (const { id, url, tags, title } of JSON.parse(TEXT)) pages.set(url, `${tags.join()} ${title} ${id}`)
  return JSON.stringify([...pages])
}

/**
 * Makes a calibration for the speed of the machine: the same piece of work each time, so that only the machine can make
 * it slower. It is done once at a time, with the caches as the server left them, as the server's own work is.
 *
 * @param {{ gently: boolean }} how `gently`: warm up a little in each turn of the event loop, which others wait for
 * @returns {() => number} how long the work takes at the moment, in microseconds by the clock
 */
function calibration ({ gently }) {
  warmUp(WARM_AFTER, gently ? AT_ONCE : WARM_AFTER)
  return function () {
    const begun = performance.now()
    pieceOfWork()
    return 1000 * (performance.now() - begun)
  }
}

/**
 * Until V8 has compiled it.
 *
 * @param {number} pieces
 * @param {number} atOnce
 */
function warmUp (pieces, atOnce) {
  for (let i = 0; i < atOnce; i++) pieceOfWork()
  if (pieces > atOnce) setImmediate(warmUp, pieces - atOnce, atOnce).unref()
}

module.exports = { calibration }
