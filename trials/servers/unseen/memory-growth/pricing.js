'use strict'
const { EventEmitter } = require('node:events')
const express = require('express')

const fares = { A: 2.9, B: 3.6, C: 4.8 }

// Stands for the queue that connects us with the fare engine.
class Channel extends EventEmitter {
  send (message) {
    const { id, zones, stops } = JSON.parse(message)
    const amount = zones.reduce((sum, z) => sum + fares[z], 0) + stops.length * 0.05
    setImmediate(() => this.emit('reply', { id, amount }))
  }
}

class FareClient {
  constructor (channel) {
    this.channel = channel
    this.nextId = 1
    this.callbacks = new Map()
    this.unconfirmed = new Map() // sent again after a reconnect
    channel.on('reply', (reply) => this.onReply(reply))
  }

  reconnect () {
    for (const message of this.unconfirmed.values()) this.channel.send(message)
  }

  quote (trip, callback) { // <- here
    const id = this.nextId++
    const message = JSON.stringify({ id, ...trip }) // <- here
    this.unconfirmed.set(id, message) // <- here
    this.callbacks.set(id, callback)
    this.channel.send(message)
  }

  onReply ({ id, amount }) {
    const callback = this.callbacks.get(id)
    this.callbacks.delete(id)
    if (callback) callback(null, amount)
  }
}

const stops = Array.from({ length: 7 }, (_, i) => ({ stop: `S${String(i).padStart(4, '0')}`, minute: i * 3 }))
const client = new FareClient(new Channel())

const app = express()
app.disable('x-powered-by')

app.get('/', (req, res, next) => {
  const trip = { zones: ['A', 'B'], stops, ticket: 'single', passengers: 1 }
  client.quote(trip, (err, amount) => { // <- here
    if (err) return next(err)
    res.json({ ticket: trip.ticket, amount })
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
