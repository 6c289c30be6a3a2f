// Asks cron-parser for the next 20 times per request.

import http from 'node:http'
import parser from 'cron-parser'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const BEGIN = new Date(Date.UTC(2026, 0, 1))

const server = http.createServer(function (req, res) {
  const times = parser.parseExpression('*/10 * * * *', { currentDate: BEGIN, tz: 'Europe/London' })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(Array.from({ length: 20 }, () => times.next().getTime())))
})

server.listen(PORT, HOST)
