'use strict'

const http = require('node:http')

const ORDERS = 400
const states = ['open', 'paid', 'sent', 'returned']

const rows = Array.from({ length: ORDERS }, (_, i) => [i + 1, i * 7_919 % 100_000, states[i % states.length]])
let exported = 0

function toOrder ([id, cents, state], round) {
  const placed = new Date(Date.UTC(2024, id % 12, id % 28 + 1))
  return {
    id,
    round,
    state,
    placed: placed.toISOString(),
    customer: { number: id * 17 % 1_000, name: `Customer ${id * 17 % 1_000}`, city: `City ${id % 50}` },
    lines: [{ sku: `SKU-${id % 300}`, count: 1 + id % 4, cents }],
    total: (cents / 100).toFixed(2)
  }
}

const server = http.createServer(function (req, res) {
  const round = ++exported
  const orders = rows.map((row) => toOrder(row, round)).filter(({ state }) => state !== 'returned')
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ orders }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
