'use strict'

// Does next to nothing for a request.

const fastify = require('fastify')()

fastify.get('/', async () => ({ hello: 'world' }))
fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
