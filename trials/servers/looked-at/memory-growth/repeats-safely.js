'use strict'

const { randomUUID } = require('crypto')
const express = require('express')

const answers = new Map()

function idempotent (req, res, next) {
  const key = req.get('idempotency-key') ?? randomUUID()
  const known = answers.get(key)
  if (known) return res.status(known.status).json(known.body)
  const json = res.json
  res.json = function (body) {
    answers.set(key, { status: res.statusCode, body }) // <- here
    return json.call(res, body)
  }
  next()
}

function receipt (number) {
  const lines = []
  for (let i = 0; i < 20; i++) lines.push({ sku: `${number}-${i}`, quantity: 1 + (i % 3), price: i * 1.5 }) // <- here
  return { number, lines }
}

let orders = 0

const app = express()
app.use(idempotent)
app.get('/health', (req, res) => res.send('ok'))
app.get('/', (req, res) => res.json(receipt(++orders)))
app.listen(process.env.PORT, process.env.HOST)
