'use strict'

const http = require('http')

class Lru {
  constructor (most) {
    this.most = most
    this.items = new Map()
  }

  get (key, make) {
    let item = this.items.get(key)
    if (item === undefined) item = make(key)
    else this.items.delete(key)
    this.items.set(key, item)
    if (this.items.size > this.most) this.items.delete(this.items.keys().next().value)
    return item
  }
}

const greetings = new Lru(100)
let visits = 0

const server = http.createServer(function (req, res) {
  const visitor = ++visits % 150
  const greeting = greetings.get(visitor, (key) => ({ key, text: `Hello, visitor ${key}` }))
  res.setHeader('content-type', 'text/plain')
  res.end(`${greeting.text}\n`)
})

server.listen(process.env.PORT, process.env.HOST)
