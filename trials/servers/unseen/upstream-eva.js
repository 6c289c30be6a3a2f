'use strict'
const http = require('node:http')

const delays = { quotes: 300, ledger: 4, stock: 20, print: 15, render: 20 }

const server = http.createServer((req, res) => {
  const area = req.url.split(/[/?]/)[1]
  const answer = (status, body) => {
    res.writeHead(status, { 'content-type': 'application/json' })
    res.end(JSON.stringify(body))
  }
  req.resume()
  if (area === 'rates') return answer(503, { error: 'maintenance' })
  setTimeout(answer, delays[area] ?? 0, 200, { area, path: req.url, amount: 10 + (req.url.length % 7) })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
