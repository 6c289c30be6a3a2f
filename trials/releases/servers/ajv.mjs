// Validates an order of ten articles per request with Ajv, compiled once.

import http from 'node:http'
import ajv from 'ajv'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const { default: Ajv } = ajv // in version 7, ajv is an object
const isOrder = new Ajv({ allErrors: true }).compile({
  type: 'object',
  required: ['customer', 'articles'],
  properties: {
    customer: { type: 'string', pattern: '^[a-z]+$' },
    articles: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['id', 'count'],
        properties: { id: { type: 'string', minLength: 1 }, count: { type: 'integer', minimum: 1 } },
        additionalProperties: false
      }
    }
  }
})
const order = { customer: 'anna', articles: Array.from({ length: 50 }, (_, i) => ({ id: `a${i}`, count: i })) }

const server = http.createServer(function (req, res) {
  const isRight = isOrder(order)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ isRight, errors: isOrder.errors?.length ?? 0 }))
})

server.listen(PORT, HOST)
