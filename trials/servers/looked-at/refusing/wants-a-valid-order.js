'use strict'

const express = require('express')

class Invalid extends Error {
  status = 422
}

const rules = {
  sku: (value) => /^[A-Z]{3}-\d+$/.test(value),
  quantity: (value) => Number(value) > 0
}

function validate (order) {
  for (const [name, isValid] of Object.entries(rules)) {
    if (!isValid(order[name] ?? '')) throw new Invalid(`${name} is not valid`) // <- here
  }
  return order
}

const app = express()

app.get('/health', (req, res) => res.send('ok'))

app.get('/', function (req, res) {
  const { sku, quantity } = validate(req.query)
  res.json({ sku, quantity, price: quantity * 3 })
})

app.use(function (err, req, res, next) {
  res.status(err.status ?? 500).json({ error: err.message })
})

app.listen(process.env.PORT, process.env.HOST)
