'use strict'
// Customs tariff service: answers with the duty for a product group.
const http = require('node:http')

const rates = { textiles: 12, ceramics: 6.5, furniture: 2.7, toys: 4.7 }

const server = http.createServer((req, res) => {
  const group = new URL(req.url, 'http://tariffs').searchParams.get('group')
  setTimeout(() => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ group, duty: rates[group] ?? 0 }))
  }, 2)
})

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit())
