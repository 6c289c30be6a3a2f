'use strict'

// The post's own service, far away and in a process of its own. It takes a while until it is connected, and then it
// answers at once. It is not ours to change.

const http = require('http')
const net = require('net')

const CONNECTED_AFTER_MS = 40
const TOWNS = { 1010: 'Vienna', 8001: 'Zurich', 10115: 'Berlin' }

const service = http.createServer(function (req, res) {
  res.end(JSON.stringify({ town: TOWNS[req.url.split('/').at(-1)] ?? null }))
})

const server = net.createServer(function (socket) {
  socket.on('error', () => socket.destroy())
  setTimeout(() => service.emit('connection', socket), CONNECTED_AFTER_MS)
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
