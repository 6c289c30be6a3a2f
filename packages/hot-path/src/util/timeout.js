'use strict'

const { setTimeout: wait } = require('timers/promises')

/**
 * @template T
 * @param {Promise<T>} work
 * @param {number} timeoutMs
 * @param {() => Error} late creates the error to reject with if the timeout passes first
 * @returns {Promise<T>}
 */
async function within (work, timeoutMs, late) {
  const timer = new AbortController()
  const passed = wait(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw late()
  })
  passed.catch(() => {}) // aborted because the work is done, or already reported by the race below
  return Promise.race([work, passed]).finally(() => timer.abort())
}

module.exports = { within }
