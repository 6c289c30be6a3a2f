'use strict'

const { setTimeout: wait } = require('timers/promises')

/**
 * @template T
 * @param {Promise<T>} work
 * @param {number} timeoutMs
 * @param {() => Error} late what is thrown where the timeout passes first
 * @returns {Promise<T>}
 */
async function within (work, timeoutMs, late) {
  const timer = new AbortController()
  const passed = wait(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw late()
  })
  passed.catch(() => {}) // the work was done in time, or the race below has told it
  return Promise.race([work, passed]).finally(() => timer.abort())
}

module.exports = { within }
