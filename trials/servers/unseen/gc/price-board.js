'use strict'
const express = require('express')
const { randomUUID } = require('crypto')

const exchanges = ['XETRA', 'NYSE', 'LSE', 'SIX']
const instruments = Array.from({ length: 2500 }, (_, i) => ({
  symbol: 'ISIN' + (100000 + i),
  exchange: exchanges[i % exchanges.length],
  base: 20 + ((i * 7919) % 48000) / 100,
}))

class Level {
  constructor (price, size) {
    this.price = price
    this.size = size
  }
}

class Line {
  constructor (item, drift) { // <- here
    this.symbol = item.symbol
    this.exchange = item.exchange
    this.bid = new Level(item.base - drift, 100) // <- here
    this.ask = new Level(item.base + drift, 100) // <- here
  }
}

class RecentBoards {
  constructor (limit) {
    this.limit = limit
    this.boards = new Map()
  }

  add (id, board) {
    this.boards.set(id, board)
    if (this.boards.size > this.limit) {
      this.boards.delete(this.boards.keys().next().value)
    }
  }

  get (id) {
    return this.boards.get(id)
  }
}

const recent = new RecentBoards(60)

function drawBoard (now) { // <- here
  const drift = (now % 1000) / 1000
  return instruments.map((item) => new Line(item, drift)) // <- here
}

const app = express()

app.get('/', (req, res) => {
  const board = drawBoard(Date.now()) // <- here
  const id = randomUUID()
  recent.add(id, board)
  res.json({ id, quotes: board.length, top: board.slice(0, 5) })
})

app.get('/boards/:id', (req, res) => {
  const board = recent.get(req.params.id)
  if (!board) return res.status(404).json({ error: 'board is gone' })
  res.json(board)
})

app.listen(Number(process.env.PORT), process.env.HOST)
