'use strict'

const http = require('node:http')
const { randomUUID } = require('node:crypto')
const LRU = require('lru-cache')

const options = {
  max: 400,
  ttl: 1000 * 60 * 5,
}

const cache = new LRU(options)
const shows = [
  { id: 'quartet', hall: { rows: 40, seats: 40 }, base: 3200 },
  { id: 'oratorio', hall: { rows: 40, seats: 40 }, base: 4800 },
]

class Seat {
  constructor (row, number, price) {
    this.row = row
    this.number = number
    this.price = price
    this.taken = (row * number) % 7 === 0
  }
}

function visitorOf (req) {
  const cookie = req.headers.cookie || ''
  const found = /(?:^|; )visitor=([\w-]+)/.exec(cookie)
  return found ? found[1] : randomUUID()
}

function drawPlan ({ hall, base }) {
  const rows = []
  for (let row = 1; row <= hall.rows; row += 1) {
    const seats = []
    for (let seat = 1; seat <= hall.seats; seat += 1) {
      seats.push(new Seat(row, seat, base - row * 50)) // <- here
    }
    rows.push(seats)
  }
  return rows
}

function planFor (show, visitor) {
  const key = JSON.stringify({ show: show.id, visitor }) // <- here
  let plan = cache.get(key)
  if (!plan) {
    plan = drawPlan(show)
    cache.set(key, plan) // <- here
  }
  return plan
}

function summary (show, plan) {
  const front = plan[0].filter((seat) => !seat.taken)
  return { show: show.id, rows: plan.length, front: front.length, from: plan[plan.length - 1][0].price }
}

const server = http.createServer((req, res) => {
  const show = req.url === '/oratorio' ? shows[1] : shows[0]
  const visitor = visitorOf(req)
  const body = JSON.stringify(summary(show, planFor(show, visitor)))
  res.setHeader('content-type', 'application/json')
  res.setHeader('set-cookie', `visitor=${visitor}; HttpOnly`)
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
