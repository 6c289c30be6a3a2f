'use strict'

/**
 * Something a person can put right: it is shown as one sentence with the remedy, never with a stack trace.
 */
class Fault extends Error {
  /**
   * @param {string} message what is wrong, and what to do about it
   * @param {{ cause?: unknown }} [options]
   */
  constructor (message, options) {
    super(message, options)
    this.name = 'Fault'
  }
}

module.exports = { Fault }
