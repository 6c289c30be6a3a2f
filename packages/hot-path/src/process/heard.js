'use strict'

const { OperationalError } = require('../base/operational-error')

const ASK_EACH_MS = 1000
// A subject that has not been heard for so long is blocked for good. Step 1 takes up to two seconds.
const HUNG_AFTER_SECONDS = 12

class Hung extends OperationalError {}

/**
 * Counts how long a subject has been silent while somebody waits for it. What is counted are the questions that brought
 * no sign of life, and not the time: this process may have been busy, or stopped, itself.
 */
class Silence {
  #ask
  #seconds = 0
  /** @type {Set<(hung: Hung) => void>} */
  #waiting = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /** @param {() => void} ask for a sign of life */
  constructor (ask) {
    this.#ask = ask
  }

  /** There was a sign of life. */
  end () {
    this.#seconds = 0
  }

  /**
   * @template T
   * @param {Promise<T>} work that makes sense only as long as the subject reacts
   * @returns {Promise<T>}
   * @throws {Hung} where it has been silent for 12 s: in this work, and in what was waited for before
   */
  async limit (work) {
    const { promise, giveUp } = abandonable()
    this.#waiting.add(giveUp)
    this.#timer ??= setInterval(() => this.#tick(), ASK_EACH_MS).unref()
    try {
      return await Promise.race([work, promise])
    } finally {
      this.#waiting.delete(giveUp)
      if (this.#waiting.size === 0) this.#rest()
    }
  }

  #tick () {
    if (++this.#seconds > HUNG_AFTER_SECONDS) {
      const why = `The server has not been heard for ${HUNG_AFTER_SECONDS} s: its event loop is blocked, or its process is stopped.`
      for (const giveUp of this.#waiting) giveUp(new Hung(why))
    } else this.#ask()
  }

  #rest () {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** @returns {{ promise: Promise<never>, giveUp: (err: Error) => void }} */
function abandonable () {
  let giveUp = (/** @type {Error} */ _) => {}
  /** @type {Promise<never>} */
  const promise = new Promise((resolve, reject) => {
    giveUp = reject
  })
  promise.catch(() => {}) // the work was done at the same time
  return { promise, giveUp }
}

module.exports = { Hung, Silence }
