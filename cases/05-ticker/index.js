'use strict'

const express = require('express')
const { Market } = require('./market')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const market = new Market(['gold', 'wool', 'tin'])

const app = express()

app.get('/prices/:name', function (req, res) {
  const price = market.priceOf(req.params.name)
  if (price === undefined) return res.status(404).json({ error: 'not traded here' })
  // Who looks at a price wants the next one, too.
  market.on('moved', function (name, next) {
    if (name === req.params.name && !res.writableEnded) res.setHeader('X-Next', next)
  })
  res.json({ name: req.params.name, price })
})

app.listen(PORT, HOST)
