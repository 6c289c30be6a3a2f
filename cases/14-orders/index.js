'use strict'

const express = require('express')
const { Limit } = require('./limit')
const orders = require('./orders')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
// More at once would be too much for the old order book.
const AT_ONCE = 200

const limit = new Limit(AT_ONCE)
const app = express()

app.get('/orders/:id', async function (req, res) {
  if (!limit.enter()) return res.status(503).json({ error: 'busy, come back later' })
  const order = await orders.find(req.params.id)
  if (!order) return res.json({ found: false })
  limit.leave()
  res.json({ found: true, order })
})

app.use(function (err, req, res, next) {
  res.status(500).json({ error: err.message })
})

app.listen(PORT, HOST)
