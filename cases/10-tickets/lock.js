'use strict'

// One at a time.
class Lock {
  #last = Promise.resolve()

  async whileTaken (work) {
    const before = this.#last
    const { promise, release } = turn()
    this.#last = promise
    await before
    try {
      return await work()
    } finally {
      release()
    }
  }
}

function turn () {
  let release
  const promise = new Promise((resolve) => (release = resolve))
  return { promise, release }
}

module.exports = { Lock }
