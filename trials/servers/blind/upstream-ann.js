'use strict'

const http = require('node:http')

const delays = { '/rates': 25, '/ledger': 4 }

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://upstream')
  setTimeout(() => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ ref: searchParams.get('ref'), amount: 1240, currency: 'EUR', version: 7 }))
  }, delays[pathname] ?? 10)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('disconnect', () => process.exit(0))
