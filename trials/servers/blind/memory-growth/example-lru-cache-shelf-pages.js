'use strict'

// After the usage chapter of lru-cache's README: pages of a library's new acquisitions.
const { randomUUID } = require('node:crypto')
const express = require('express')
const LRUCache = require('lru-cache')

const AUTHORS = ['Lindqvist', 'Okafor', 'Tanaka', 'Moreau', 'Haddad', 'Novak', 'Silva']

const cache = new LRUCache({
  maxSize: 50_000_000,
  sizeCalculation: (page) => page.books.length, // <- here
  ttl: 1000 * 60 * 5,
  allowStale: false,
  updateAgeOnGet: false,
})

class Shelf {
  constructor (name) {
    this.name = name
    this.stock = Array.from({ length: 500 }, (_, i) => {
      return { id: i, author: AUTHORS[i % AUTHORS.length], year: 1990 + (i % 35) }
    })
  }

  page (number) {
    const books = this.stock.slice(number * 24, number * 24 + 24).map((book) => ({
      id: book.id,
      title: `${book.author}, volume ${book.id} (${book.year})`,
      shelf: `${this.name}/${String(book.id).padStart(5, '0')}`,
      loanable: book.id % 9 !== 0,
    }))
    return { number, books }
  }
}

const shelf = new Shelf('new')
const app = express()

app.use((req, res, next) => {
  const known = /(?:^|;\s*)reader=([\w-]{36})/.exec(req.headers.cookie ?? '')
  req.reader = known ? known[1] : randomUUID()
  if (!known) res.cookie('reader', req.reader, { httpOnly: true })
  next()
})

app.get('/', (req, res) => {
  const number = Number(req.query.page ?? 0) || 0
  const key = `${req.reader}:${shelf.name}:${number}` // <- here
  let page = cache.get(key)
  if (page === undefined) {
    page = shelf.page(number)
    cache.set(key, page) // <- here
  }
  res.json({ shelf: shelf.name, page: number, books: page.books.filter((book) => book.loanable).slice(0, 8) })
})

app.listen(Number(process.env.PORT), process.env.HOST)
