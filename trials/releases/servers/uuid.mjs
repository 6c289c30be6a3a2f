// Makes fifty identifiers of three kinds per request with uuid.

import http from 'node:http'
import { v4, v5, v7, validate } from 'uuid'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const EACH = 50

const server = http.createServer(function (req, res) {
  const ids = Array.from({ length: EACH }, (_, i) => [v4(), v7(), v5(`article ${i}`, v5.URL)]).flat()
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ valid: ids.filter((id) => validate(id)).length }))
})

server.listen(PORT, HOST)
