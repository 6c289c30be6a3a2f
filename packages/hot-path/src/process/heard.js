'use strict'

const { OperationalError } = require('../base/operational-error')
const { within } = require('../base/timeout')

// A subject that has not been heard for so long after the load is blocked for good. Step 1 takes up to two seconds.
const HUNG_AFTER_MS = 20_000

class Hung extends OperationalError {}

/**
 * @template T
 * @param {Promise<T>} answer of the subject
 * @returns {Promise<T>}
 * @throws {Hung} where its event loop is blocked for good
 */
async function heard (answer) {
  return within(
    answer,
    HUNG_AFTER_MS,
    () => new Hung(`It has not been heard for ${HUNG_AFTER_MS / 1000} s: its event loop is blocked.`)
  )
}

module.exports = { Hung, heard }
