'use strict'

const async = require('async')
const express = require('express')

const rooms = ['Aula', 'Chemistry lab', 'Music room', 'Gym', 'Library corner', 'Workshop']

class Calendar {
  constructor (names) {
    this.slots = names.map((name, i) => ({ name, revision: 100 + i, taken: i % 3 }))
    this.provisional = 0
  }

  find (name) {
    return this.slots.find((slot) => slot.name === name)
  }

  // What a browser would get to see, with the tag that it has to send back.
  view (name) {
    const slot = this.find(name)
    return { name: slot.name, free: 8 - slot.taken, tag: `W/"${slot.revision}"` }
  }

  book (name, tag, callback) {
    setImmediate(() => {
      const slot = this.find(name)
      if (tag !== `"${slot.revision}"`) return callback(new Error('calendar has changed')) // <- here
      slot.revision++
      callback(null, { name, revision: slot.revision, provisional: false })
    })
  }

  pencilIn (name) {
    this.provisional++
    return { name, revision: this.find(name).revision, provisional: true }
  }
}

const calendar = new Calendar(rooms)
const policy = { times: 3, interval: (attempt) => 150 * attempt } // <- here

function reserve (name, callback) {
  const attempt = (done) => calendar.book(name, calendar.view(name).tag, done)
  async.retry(policy, attempt, (err, booking) => { // <- here
    callback(null, err ? calendar.pencilIn(name) : booking)
  })
}

const app = express()
let requests = 0

app.use((req, res, next) => {
  res.set('X-Request-Number', String(++requests))
  next()
})

app.get('/', (req, res, next) => {
  const name = rooms[requests % rooms.length]
  reserve(name, (err, booking) => {
    if (err) return next(err)
    res.json({ booking, rooms: rooms.map((room) => calendar.view(room)) })
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
