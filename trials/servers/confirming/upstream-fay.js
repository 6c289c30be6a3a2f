'use strict'

const http = require('node:http')

const delays = { '/tides': 8, '/ledger': 4, '/courier': 30 }
const answers = {
  '/tides': { station: 'Pier 4', high: '05:12', low: '11:31', next: '17:40' },
  '/ledger': { tool: 'floor sander', onShelf: 3, dayRate: 3400 },
  '/courier': { van: 'B', slot: '14:00-16:00', fee: 900 },
}

const server = http.createServer((req, res) => {
  const { pathname } = new URL(req.url, 'http://upstream')
  const delay = delays[pathname]
  if (delay === undefined) {
    res.writeHead(404, { 'content-type': 'application/json' })
    res.end('{"error":"unknown"}')
    return
  }
  setTimeout(() => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(answers[pathname]))
  }, delay)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
