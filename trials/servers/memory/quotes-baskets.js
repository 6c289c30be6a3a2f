'use strict'

const http = require('node:http')

const RATES = { food: 0.07, books: 0.07, tools: 0.19, toys: 0.19 }
const sections = Object.keys(RATES)
const products = Array.from({ length: 400 }, (_, i) => ({
  sku: `SKU-${10_000 + i}`,
  title: `Product ${i}`,
  section: sections[i % sections.length],
  cents: 100 + i * 37 % 9_000
}))
const quotes = new Map()
let visits = 0

function basketOf (turn) {
  return Array.from({ length: 12 }, (_, i) => ({
    product: products[(turn * 31 + i * 17) % products.length],
    count: 1 + (turn + i) % 3
  }))
}

function price (basket) {
  const lines = basket.map(({ product, count }) => {
    const net = product.cents * count
    const tax = Math.round(net * RATES[product.section])
    return { sku: product.sku, count, net, tax, label: `${count} x ${product.title}`.toUpperCase() } // HERE
  })
  return { lines, total: lines.reduce((sum, line) => sum + line.net + line.tax, 0) }
}

function quote (basket, at) {
  const key = `${at}:${basket.map(({ product, count }) => `${product.sku}*${count}`).join()}`
  if (!quotes.has(key)) quotes.set(key, price(basket)) // HERE
  return quotes.get(key)
}

const server = http.createServer(function (req, res) {
  const { lines, total } = quote(basketOf(visits++), performance.now())
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ lines: lines.length, total }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
