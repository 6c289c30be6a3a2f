'use strict'

const express = require('express')

const LIMIT = 200

const board = {
  cards: Array.from({ length: 3000 }, (_, id) => ({ id, column: id % 5, rank: id / 2, done: false })),
  undo: []
}

function snapshot (cards) {
  return cards.map((card) => ({ ...card })) // <- here
}

function move (id, column) {
  board.undo.push(snapshot(board.cards))
  if (board.undo.length > LIMIT) board.undo.shift()
  board.cards[id].column = column
}

const app = express()
app.get('/cards/:id', (req, res) => res.json(board.cards[req.params.id] ?? null))
let moves = 0
app.get('/', function (req, res) {
  move(++moves % board.cards.length, moves % 5)
  res.json({ moves, steps: board.undo.length })
})
app.listen(process.env.PORT, process.env.HOST)
