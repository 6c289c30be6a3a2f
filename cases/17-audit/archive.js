'use strict'

// The archive, in a process of its own: it reads what its disk can take. It is not ours to change.

const net = require('net')

const BYTES_PER_MS = 200

const server = net.createServer(function (socket) {
  socket.on('data', function ({ length }) {
    socket.pause()
    setTimeout(() => socket.resume(), length / BYTES_PER_MS)
  })
  socket.on('error', () => {})
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
