'use strict'

const http = require('http')

class Ring {
  constructor (size) {
    this.slots = new Array(size).fill(null)
    this.at = 0
  }

  push (item) {
    this.slots[this.at] = item
    this.at = (this.at + 1) % this.slots.length
  }

  get filled () {
    return this.slots.filter(Boolean).length
  }
}

const recordings = new Ring(64)

function frame (players) {
  const bodies = []
  for (let i = 0; i < players; i++) {
    bodies.push({ id: i, position: { x: i / 3, y: i / 7, z: i / 9 }, speed: { x: 0.5, y: i / 2 } }) // <- here
  }
  return bodies
}

http.createServer(function (req, res) {
  recordings.push(frame(2500))
  res.end(`${recordings.filled} frames\n`)
}).listen(process.env.PORT, process.env.HOST)
