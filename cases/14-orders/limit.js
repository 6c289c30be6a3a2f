'use strict'

// So many at once, and no more.
class Limit {
  #most
  #inside = 0

  constructor (most) {
    this.#most = most
  }

  enter () {
    if (this.#inside >= this.#most) return false
    this.#inside++
    return true
  }

  leave () {
    this.#inside--
  }
}

module.exports = { Limit }
