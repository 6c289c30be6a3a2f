// Changes the bytes of a buffer in a loop, as in the thread: 20 times per request.

import http from 'node:http'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const EACH = 1024
const EVERY_SECOND = 5120
const buffer = Buffer.alloc(65_535)

function encrypt (bytes, value) {
  const end = Math.min(bytes.length, EACH)
  for (let i = 0; i < end; i++) bytes[i] += value
  const last = Math.min(bytes.length, EVERY_SECOND)
  for (let i = EACH; i < last; i += 2) bytes[i] += value
}

const server = http.createServer(function (req, res) {
  for (let i = 0; i < 20; i++) encrypt(buffer, 199)
  res.end(String(buffer[0] % 2))
})

server.listen(PORT, HOST)
