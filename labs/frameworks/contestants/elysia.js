'use strict'

const { isWorker } = require('cluster')
const { Elysia } = require('elysia')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

new Elysia()
  .get('/bench/:name', function ({ params: { name }, query: { id }, set }) {
    set.headers['x-powered-by'] = 'benchmark'
    set.headers['content-type'] = 'application/json'
    set.headers.connection = 'keep-alive'
    set.headers['keep-alive'] = 'timeout=5'
    return JSON.stringify({ name, id })
  })
  .listen({
    port: Number(PORT),
    hostname: HOST,
    reusePort: isWorker // the system shares the connections out
  })
