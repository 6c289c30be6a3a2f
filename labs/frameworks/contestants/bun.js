'use strict'

/* global Bun, Response */
const { isWorker } = require('cluster')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

Bun.serve({
  port: Number(PORT),
  hostname: HOST,
  reusePort: isWorker, // the system shares the connections out
  routes: {
    '/bench/:name' ({ params: { name }, url }) {
      const id = new URL(url).searchParams.get('id')
      return new Response(JSON.stringify({ name, id }), {
        headers: {
          'x-powered-by': 'benchmark',
          'content-type': 'application/json',
          connection: 'keep-alive',
          'keep-alive': 'timeout=5'
        }
      })
    }
  },
  fetch: () => new Response(null, { status: 404 })
})
