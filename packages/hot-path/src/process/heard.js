'use strict'

const { setTimeout: wait } = require('timers/promises')
const { OperationalError } = require('../base/operational-error')

const ASK_EACH_MS = 1000
// A subject that has not been heard for so long is blocked for good. Step 1 takes up to two seconds.
const HUNG_AFTER_SECONDS = 12

class Hung extends OperationalError {}

/**
 * Waits for work that makes sense only as long as a subject reacts. Silence is counted in questions that brought no
 * sign of life, and not by the clock: this process may have been busy, or stopped, itself.
 *
 * @template T
 * @param {Promise<T>} work
 * @param {{ ask: () => void, signs: () => number }} subject `ask`: for a sign of life; `signs`: how many there were
 * @returns {Promise<T>}
 * @throws {Hung} where the subject has been silent for 12 s
 */
async function whileHeard (work, { ask, signs }) {
  const over = new AbortController()
  const silence = (async function () {
    let last = signs()
    for (let silent = 0; silent < HUNG_AFTER_SECONDS; silent++) {
      await wait(ASK_EACH_MS, undefined, { signal: over.signal, ref: false })
      if (signs() !== last) silent = -1
      last = signs()
      ask()
    }
    throw new Hung(
      `The server has not been heard for ${HUNG_AFTER_SECONDS} s: its event loop is blocked, or its process is stopped.`
    )
  })()
  silence.catch(() => {}) // the work was done before
  return Promise.race([work, silence]).finally(() => over.abort())
}

/**
 * Every question to a subject has that limit by itself (Channel.ask): what is asked through this has it once.
 *
 * @template T
 * @param {Promise<T>} answer of the subject
 * @returns {Promise<T>}
 */
async function heard (answer) {
  return answer
}

module.exports = { Hung, heard, whileHeard }
