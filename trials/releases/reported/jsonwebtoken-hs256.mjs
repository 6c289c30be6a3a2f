// Signs and verifies 20 tokens per request with jsonwebtoken (HS256), as in the thread.

import http from 'node:http'
import jwt from 'jsonwebtoken'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const SECRET = 'a secret of some length'

const server = http.createServer(function (req, res) {
  let subject = ''
  for (let i = 0; i < 20; i++) {
    const token = jwt.sign({ sub: 'anna', role: 'buyer' }, SECRET, { algorithm: 'HS256' })
    subject = jwt.verify(token, SECRET).sub
  }
  res.end(subject)
})

server.listen(PORT, HOST)
