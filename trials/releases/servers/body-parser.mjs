// Reads a body of JSON, 10 kB, with body-parser. The request is made here: all loads of this study are GET.

import http from 'node:http'
import { Readable } from 'node:stream'
import bodyParser from 'body-parser'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const BODY = Buffer.from(JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: `article ${id}`, price: 10 + id }))))
const parse = bodyParser.json()

function requestWithBody () {
  const headers = { 'content-type': 'application/json', 'content-length': String(BODY.length) }
  return Object.assign(Readable.from([BODY]), { headers, method: 'POST' })
}

const server = http.createServer(function (req, res) {
  const posted = requestWithBody()
  parse(posted, res, function (err) {
    res.statusCode = err ? 400 : 200
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ articles: posted.body?.length ?? 0 }))
  })
})

server.listen(PORT, HOST)
