'use strict'

const MOST_BYTES = 100_000_000

// The latest pictures, for those who want to look at one again.
class Archive {
  #pictures = new Map()

  keep (number, picture) {
    if (process.memoryUsage().heapUsed > MOST_BYTES) this.#pictures.clear()
    this.#pictures.set(number, picture)
  }

  find (number) {
    return this.#pictures.get(number)
  }
}

module.exports = { Archive }
