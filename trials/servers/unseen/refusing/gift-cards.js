'use strict'
const express = require('express')

const cards = new Map()
for (let i = 0; i < 500; i++) {
  const code = `GC-${(100000 + i * 37).toString(36).toUpperCase()}`
  cards.set(code, { code, cents: 1000 + (i % 9) * 500, validUntil: `2027-${String((i % 12) + 1).padStart(2, '0')}-28` })
}
const defaultCode = cards.keys().next().value

function limitPerClient ({ windowMs, max }) {
  const hits = new Map()
  setInterval(() => hits.clear(), windowMs).unref()

  return function limiter (req, res, next) { // <- here
    const count = (hits.get(req.ip) ?? 0) + 1
    hits.set(req.ip, count)
    res.set('RateLimit-Limit', String(max))
    res.set('RateLimit-Remaining', String(Math.max(0, max - count)))
    if (count > max) { // <- here
      return res.status(429).json({ error: 'Too many balance checks, try again later' }) // <- here
    }
    next()
  }
}

const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.use(limitPerClient({ windowMs: 60_000, max: 120 })) // <- here

app.get('/', (req, res) => {
  const card = cards.get(req.query.code ?? defaultCode)
  if (!card) {
    return res.status(404).json({ error: 'Unknown gift card' })
  }
  res.json({ code: card.code, balance: (card.cents / 100).toFixed(2), validUntil: card.validUntil })
})

app.listen(Number(process.env.PORT), process.env.HOST)
