'use strict'

// Connections shared by all requests. If none is free, a request waits.
class Pool {
  #free
  #line = []

  constructor (connections) {
    this.#free = connections
  }

  take () {
    if (this.#line.length === 0 && this.#free.length > 0) return Promise.resolve(this.#free.pop())
    return new Promise((resolve) => this.#line.push(resolve))
  }

  give (connection) {
    const next = this.#line.shift()
    if (next) next(connection)
    else this.#free.push(connection)
  }
}

module.exports = Pool
