// Writes two hundred articles per request with fast-json-stringify.

import http from 'node:http'
import fastJson from 'fast-json-stringify'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const toText = fastJson({
  type: 'object',
  properties: {
    articles: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, price: { type: 'number' }, note: { type: ['string', 'null'] } }
      }
    }
  }
})
const articles = Array.from({ length: 200 }, (_, id) => ({ id, name: `article "${id}"`, price: 10.5 + id, note: id % 3 ? null : 'new' }))

const server = http.createServer(function (req, res) {
  res.setHeader('Content-Type', 'application/json')
  res.end(toText({ articles }))
})

server.listen(PORT, HOST)
