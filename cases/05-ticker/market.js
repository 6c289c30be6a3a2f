'use strict'

const { EventEmitter } = require('events')

const EVERY_MS = 5

// Prices that move. Here it is always the same price, which makes it easy to compare answers.
class Market extends EventEmitter {
  #prices

  constructor (names) {
    super()
    this.setMaxListeners(0)
    this.#prices = new Map(names.map((name, i) => [name, 100 + i]))
    setInterval(() => this.#move(), EVERY_MS)
  }

  priceOf (name) {
    return this.#prices.get(name)
  }

  #move () {
    for (const [name, price] of this.#prices) this.emit('moved', name, price)
  }
}

module.exports = { Market }
