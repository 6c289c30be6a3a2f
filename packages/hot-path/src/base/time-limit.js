'use strict'

const { setTimeout: wait } = require('timers/promises')

/**
 * @template T
 * @param {Promise<T>} work
 * @param {number} limitMs
 * @param {() => Error} late what is thrown where the limit passes first
 * @returns {Promise<T>}
 */
async function within (work, limitMs, late) {
  const limit = new AbortController()
  const passed = wait(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw late()
  })
  passed.catch(() => {}) // the work was done in time, or the race below has told it
  return Promise.race([work, passed]).finally(() => limit.abort())
}

module.exports = { within }
