'use strict'

// Keeps a value for a while, and asks for it again when it is too old.
class Cache {
  #freshMs
  #ask
  #value
  #until = 0

  constructor (freshMs, ask) {
    this.#freshMs = freshMs
    this.#ask = ask
  }

  async get () {
    if (Date.now() >= this.#until) {
      this.#value = await this.#ask()
      this.#until = Date.now() + this.#freshMs
    }
    return this.#value
  }
}

module.exports = { Cache }
