'use strict'
const express = require('express')
const { randomBytes, randomUUID } = require('node:crypto')

const sessions = new Map()
const products = Array.from({ length: 30 }, (_, i) => ({
  sku: `P-${1000 + i}`,
  title: `Garden tool no. ${i + 1}`,
  cents: 499 + i * 35,
}))

function newSession (req) { // <- here
  const offset = Math.floor(Math.random() * products.length)
  return { // <- here
    id: randomUUID(),
    csrf: randomBytes(32).toString('hex'),
    createdAt: Date.now(),
    agent: req.get('user-agent') || '',
    cart: [],
    suggested: products.map((p, i) => (i * 7 + offset) % products.length), // <- here
  }
}

function session (req, res, next) { // <- here
  const sid = /(?:^|; )sid=([\w-]+)/.exec(req.headers.cookie || '')?.[1]
  req.session = sessions.get(sid)
  if (!req.session) {
    req.session = newSession(req) // <- here
    sessions.set(req.session.id, req.session) // <- here
    res.cookie('sid', req.session.id, { httpOnly: true, sameSite: 'lax' })
  }
  next()
}

const app = express()
app.disable('x-powered-by')
app.use(session)

app.get('/', (req, res) => {
  const { cart, csrf, suggested } = req.session
  res.json({
    csrf,
    items: cart.length,
    total: cart.reduce((sum, line) => sum + line.cents * line.count, 0),
    suggested: suggested.slice(0, 4).map((i) => products[i]),
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
