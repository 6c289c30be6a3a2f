'use strict'

const http = require('node:http')
const v8 = require('node:v8')

const SIDE = 60

const boards = Array.from({ length: 20 }, (_, i) => ({
  players: [`player ${i}`, `player ${i + 20}`],
  fields: new Uint8Array(SIDE * SIDE).fill(i % 3)
}))
const saved = []
let turns = 0

function play ({ fields }, turn) {
  fields[(turn * 7_919) % fields.length] = 1 + turn % 2
}

// An undo brings any of the positions back.
function save (board) {
  const bytes = v8.serialize(board) // HERE
  return saved.push(bytes) // HERE
}

function undo (number) {
  return v8.deserialize(saved[number - 1])
}

const server = http.createServer(function (req, res) {
  const turn = turns++
  const board = boards[turn % boards.length]
  play(board, turn)
  const number = save(board)
  const { players } = turn % 100 === 0 ? undo(number) : board
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ number, players }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
