'use strict'

// Answers the first ten of a list of players, which is sorted again every 9 s.

const http = require('http')
const logged = require('../logged')

const PLAYERS = 250_000
const EACH_MS = 9000

const players = Array.from({ length: PLAYERS }, (_, id) => ({ name: `player ${(id * 7919) % PLAYERS}`, points: id % 100 }))

let ranking = players

function rank () {
  ranking = [...players].sort((a, b) => b.points - a.points || a.name.localeCompare(b.name)) // HERE
}

setInterval(logged(rank), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify(ranking.slice(0, 10)))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
