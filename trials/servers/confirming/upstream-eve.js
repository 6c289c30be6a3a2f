'use strict'

const http = require('node:http')

const DELAYS = { '/bins': 6, '/growers': 3 }

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://127.0.0.1')
  setTimeout(() => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ wine: searchParams.get('wine'), bins: [12, 40, 41], bottles: 618 }))
  }, DELAYS[pathname] ?? 1)
})

server.keepAliveTimeout = 60_000
server.on('clientError', (_, socket) => socket.destroy())
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
