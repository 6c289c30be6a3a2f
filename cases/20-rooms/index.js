'use strict'

const fastify = require('fastify')
const { roomsIn } = require('./partner')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const querystring = {
  type: 'object',
  required: ['town'],
  properties: { town: { type: 'string', minLength: 2, maxLength: 40 } }
}

const app = fastify()

app.get('/rooms', { schema: { querystring } }, async function (request) {
  // The partner forgets prices, and such rooms cannot be sold.
  const isRoom = request.compileValidationSchema({
    type: 'object',
    required: ['id', 'beds', 'price'],
    properties: {
      id: { type: 'string', pattern: '^[a-z]+-[0-9]+$' },
      beds: { type: 'integer', minimum: 1, maximum: 12 },
      price: { type: 'number', exclusiveMinimum: 0 },
      features: { type: 'array', uniqueItems: true, items: { type: 'string' } }
    }
  })
  return { rooms: roomsIn(request.query.town).filter(isRoom) }
})

app.listen({ port: PORT, host: HOST })
