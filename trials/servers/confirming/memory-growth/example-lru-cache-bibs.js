'use strict'

const { randomUUID } = require('node:crypto')
const express = require('express')
const LRU = require('lru-cache')

const options = {
  // how long a runner may hold a bib before choosing it, in ms
  ttl: 1000 * 2, // <- here

  // do not give out what is no longer held
  allowStale: false,

  updateAgeOnGet: false,
  updateAgeOnHas: false,
}

const holds = new LRU(options)

const LANES = ['elite', 'sub 3', 'sub 4', 'open']
const finishers = Array.from({ length: 400 }, (_, i) => ({ bib: 1000 + i, lane: LANES[i % 4] }))
let issued = 5000

// one bit per dot, 160 x 150
function badge (bib) {
  const dots = Buffer.alloc(3000)
  const digits = String(bib)
  for (let i = 0; i < digits.length; i += 1) dots.fill(Number(digits[i]) * 25, i * 40, i * 40 + 30)
  return dots
}

function hold (lane) {
  issued = issued >= 99999 ? 5000 : issued + 1
  const held = { id: randomUUID(), bib: issued, lane, since: Date.now(), badge: badge(issued) }
  holds.set(held.id, held) // <- here
  return held
}

function runner (req, res, next) {
  const match = /hold=([\w-]+)/.exec(req.headers.cookie ?? '')
  req.held = match ? holds.get(match[1]) : undefined
  next()
}

const app = express()
app.disable('etag')
app.use(runner)

app.get('/', (req, res) => {
  const held = req.held ?? hold(LANES[issued % LANES.length])
  const neighbours = finishers.filter((one) => one.lane === held.lane).slice(0, 3)
  res.set('set-cookie', `hold=${held.id}; Max-Age=2; HttpOnly`)
  res.json({ bib: held.bib, lane: held.lane, ink: held.badge.subarray(0, 160).reduce((a, b) => a + b), neighbours })
})

app.listen(Number(process.env.PORT), process.env.HOST)
