// A shop on Fastify: schemas for the query and the response, a hook.

import fastify from 'fastify'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const schema = {
  querystring: { type: 'object', properties: { currency: { type: 'string', default: 'CHF' } } },
  response: {
    200: { type: 'object', properties: { id: { type: 'string' }, price: { type: 'number' }, currency: { type: 'string' } } }
  }
}
const app = fastify()

app.addHook('onRequest', async function (request, reply) {
  reply.header('X-Shop', 'open')
})
app.get('/articles/:id', { schema }, async ({ params, query }) => ({ id: params.id, price: 10, currency: query.currency }))

app.listen({ port: Number(PORT), host: HOST })
