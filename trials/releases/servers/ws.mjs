// Sends twenty messages through a WebSocket and back per request, with ws. Both ends are in this process.

import http from 'node:http'
import { once } from 'node:events'
import { createRequire } from 'node:module'

// Imported, the newest releases have no Server; required, the older ones have it, too.
const WebSocket = createRequire(import.meta.url)('ws')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const MESSAGES = 20

const sockets = new WebSocket.Server({ host: '127.0.0.1', port: 0 })
sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
await once(sockets, 'listening')
const socket = new WebSocket(`ws://127.0.0.1:${sockets.address().port}`)
await once(socket, 'open')

const waiting = []
socket.on('message', function () {
  const first = waiting[0]
  if (--first.left > 0) return
  waiting.shift()
  first.done()
})

const server = http.createServer(async function (req, res) {
  await new Promise(function (resolve) {
    waiting.push({ left: MESSAGES, done: resolve })
    for (let i = 0; i < MESSAGES; i++) socket.send(`message ${i}, with some text that has to be masked`)
  })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ messages: MESSAGES }))
})

server.listen(PORT, HOST)
