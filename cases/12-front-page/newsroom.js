'use strict'

// Where the headlines come from, in a process of its own: one question after the other. It is not ours to change.

const http = require('http')

const ANSWERS_AFTER_MS = 8

let free = Promise.resolve()

const server = http.createServer(function (req, res) {
  free = free.then(() => new Promise((resolve) => setTimeout(resolve, ANSWERS_AFTER_MS)))
  free.then(() => res.end(JSON.stringify(['Rain in the north', 'A goat won', 'Bread costs more'])))
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
