'use strict'

const express = require('express')

const recent = []

function remember (count) {
  const orders = Array.from({ length: count }, (_, i) => ({ id: i, at: Date.now(), lines: [{ sku: `s${i}` }] })) // <- here
  recent.push(orders)
  if (recent.length > 60) recent.shift()
  return orders.length
}

const app = express()
app.get('/', (req, res) => res.json(remember(3000)))
app.listen(process.env.PORT, process.env.HOST)
