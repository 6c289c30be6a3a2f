'use strict'

// Reads an order from JSON, and answers with the total of each article.

const http = require('http')

const ORDER = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ article: `a${i % 20}`, pieces: i % 7, price: i })))

function totals (text) {
  const sums = new Map()
  for (const { article, pieces, price } of JSON.parse(text)) sums.set(article, (sums.get(article) ?? 0) + pieces * price)
  return Object.fromEntries(sums)
}

http
  .createServer((req, res) => res.end(JSON.stringify(totals(ORDER))))
  .listen(Number(process.env.PORT), process.env.HOST)
