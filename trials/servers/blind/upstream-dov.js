'use strict'

const http = require('node:http')

const answers = {
  '/rates': { delay: 8, body: { base: 'CHF', EUR: 1.0431, USD: 1.1214, GBP: 0.8877, SEK: 12.114 } },
  '/ledger': { delay: 8, body: { booked: true, ledger: 'main' } },
}

const server = http.createServer((req, res) => {
  const answer = answers[req.url.split('?')[0]] || { delay: 5, body: { ok: true } }
  setTimeout(() => {
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(answer.body))
  }, answer.delay)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
