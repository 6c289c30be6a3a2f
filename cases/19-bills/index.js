'use strict'

const express = require('express')
const { step, traced } = require('./follow')
const { taxOf } = require('./rates')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const KINDS = ['food', 'books', 'tools', 'toys']
const app = express()

async function billOf (count) {
  step('bill')
  const articles = Array.from({ length: count }, (_, i) => ({ kind: KINDS[i % KINDS.length], price: 5 + i }))
  const taxes = await Promise.all(articles.map(taxOf))
  return { articles: count, tax: taxes.reduce((sum, tax) => sum + tax, 0).toFixed(2) }
}

app.get('/bills/:count', async function ({ params }, res) {
  const { result, steps } = await traced(() => billOf(Math.min(Number(params.count), 100)))
  res.json({ ...result, steps })
})

app.listen(PORT, HOST)
