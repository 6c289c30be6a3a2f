'use strict'

const restify = require('restify')

const cabins = Array.from({ length: 240 }, (_, i) => ({
  number: 401 + i,
  deck: 4 + (i % 3),
  berths: 2 + (i % 3),
  booked: 0,
}))

class Turns {
  constructor () {
    this.lines = new Map()
  }

  take (key, job, done) {
    const line = this.lines.get(key)
    if (line) {
      line.push({ job, done }) // <- here
      return
    }
    this.lines.set(key, [])
    this.run(key, job, done)
  }

  run (key, job, done) {
    job((err, result) => {
      const next = this.lines.get(key).shift()
      if (next) setImmediate(() => this.run(key, next.job, next.done))
      else this.lines.delete(key)
      done(err, result)
    })
  }
}

const purser = {
  write (cabin, callback) {
    setTimeout(() => { // <- here
      cabin.booked = (cabin.booked + 1) % (cabin.berths + 1)
      callback(null, { cabin: cabin.number, booked: cabin.booked, free: cabin.berths - cabin.booked })
    }, 6)
  },
}

const turns = new Turns()
let cursor = 0

function nextCabin () {
  cursor = (cursor + 7) % cabins.length
  return cabins[cursor]
}

function book (req, res, next) {
  const cabin = nextCabin()
  turns.take(cabin.no, (finished) => purser.write(cabin, finished), (err, slip) => { // <- here
    if (err) {
      next(err)
      return
    }
    const byDeck = cabins.reduce((sum, one) => (one.deck === cabin.deck ? sum + one.booked : sum), 0)
    res.send(200, { ...slip, deck: cabin.deck, byDeck })
    next()
  })
}

const server = restify.createServer({ name: 'berths' })
server.get('/', book)
server.listen(Number(process.env.PORT), process.env.HOST)
