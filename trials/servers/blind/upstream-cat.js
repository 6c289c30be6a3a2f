'use strict'

const http = require('node:http')

const DELAYS = { '/records': 20 }

const server = http.createServer((req, res) => {
  const path = req.url.split('?')[0]
  setTimeout(() => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({
      path,
      records: [
        { id: 'ocn-118203', title: 'Anatomy for Nurses', copies: 3 },
        { id: 'ocn-220417', title: 'Clinical Chemistry', copies: 1 },
        { id: 'ocn-309955', title: 'The School Garden', copies: 0 },
      ],
    }))
  }, DELAYS[path] ?? 1)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
