// Logs two lines per request with pino, into nothing.

import http from 'node:http'
import { Writable } from 'node:stream'
import pino from 'pino'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const nowhere = new Writable({ write: (chunk, encoding, done) => done() })
const log = pino({ redact: ['headers.authorization'], serializers: { req: ({ method, url }) => ({ method, url }) } }, nowhere)

const server = http.createServer(function (req, res) {
  const own = log.child({ route: '/articles' })
  own.info({ req, headers: req.headers }, 'began')
  res.setHeader('Content-Type', 'application/json')
  res.end('{"id":"7"}')
  own.info({ status: res.statusCode }, 'ended')
})

server.listen(PORT, HOST)
