'use strict'

const http = require('http')
const { setTimeout: wait } = require('timers/promises')

class Mutex {
  #locked = false
  #queue = []

  async lock () {
    if (this.#locked) await new Promise((resolve) => this.#queue.push(resolve)) // <- here
    this.#locked = true
  }

  unlock () {
    this.#locked = false
    this.#queue.shift()?.()
  }
}

const mutex = new Mutex()

async function book () {
  await mutex.lock() // <- here
  try {
    return await wait(4, 'booked\n')
  } finally {
    mutex.unlock()
  }
}

http.createServer(async (req, res) => res.end(await book())).listen(process.env.PORT, process.env.HOST)
