// Parses 10,000 strings per request with z.string().min(0).max(100), as in the thread.

import http from 'node:http'
import { z } from 'zod'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const Name = z.string().min(0).max(100)
const names = Array.from({ length: 10_000 }, (_, i) => `name ${i}`)

const server = http.createServer(function (req, res) {
  let length = 0
  for (const name of names) length += Name.parse(name).length
  res.end(String(length))
})

server.listen(PORT, HOST)
