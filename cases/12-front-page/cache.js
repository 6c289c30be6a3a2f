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
      // As old as the question, and not as the answer.
      const asked = Date.now()
      this.#value = await this.#ask()
      this.#until = asked + this.#freshMs
    }
    return this.#value
  }
}

module.exports = { Cache }
