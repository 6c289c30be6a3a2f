'use strict'

const fastify = require('fastify')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = fastify()

app.get('/bench/:name', function (request, reply) {
  // A buffer, because to a string Fastify would add its charset.
  const body = Buffer.from(JSON.stringify({ name: request.params.name, id: request.query.id }))
  return reply
    .headers({
      'x-powered-by': 'benchmark',
      'content-type': 'application/json',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
      'content-length': body.length
    })
    .send(body)
})

app.listen({ port: Number(PORT), host: HOST })
