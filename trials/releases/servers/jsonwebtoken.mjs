// Signs and verifies a token per request with jsonwebtoken (HS256).

import http from 'node:http'
import jwt from 'jsonwebtoken'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const SECRET = 'not a secret'

const server = http.createServer(function (req, res) {
  const token = jwt.sign({ sub: 'anna', role: 'buyer' }, SECRET, { expiresIn: 60, algorithm: 'HS256' })
  const { sub, role } = jwt.verify(token, SECRET, { algorithms: ['HS256'] })
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ sub, role }))
})

server.listen(PORT, HOST)
