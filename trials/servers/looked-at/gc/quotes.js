'use strict'
const http = require('node:http')

const SYMBOLS = 40
const STEPS = 60
const KEEP = 150

// The last books stay at hand, so that a client can ask for the difference.
const books = new Array(KEEP)
let turn = 0

function level (price, step) {
  return { price: price + step / 100, size: (step * 37) % 500, orders: [step, step + 1] } // <- here
}

function snapshot (seed) {
  const book = {}
  for (let s = 0; s < SYMBOLS; s++) {
    const price = 100 + ((seed * 13 + s * 7) % 50)
    const levels = []
    for (let step = 0; step < STEPS; step++) levels.push(level(price, step)) // <- here
    book[`S${s}`] = levels
  }
  return book
}

function top (book) {
  const best = {}
  for (const symbol of Object.keys(book)) best[symbol] = book[symbol][0].price
  return best
}

const server = http.createServer((req, res) => {
  const seed = turn++
  const book = snapshot(seed)
  books[seed % KEEP] = book
  const body = JSON.stringify({ seed, best: top(book) })
  res.writeHead(200, { 'content-type': 'application/json' })
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
