'use strict'

const fastify = require('fastify')
const { suggest } = require('./suggest')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = fastify()

app.get('/suggestions', async function ({ id, query }) {
  return { suggestions: suggest({ taste: query.taste ?? 'any', request: id }) }
})

app.listen({ port: PORT, host: HOST })
