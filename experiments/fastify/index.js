'use strict'

const fastify = require('fastify')
const { timestamp, fetchContent } = require('../../steps/03-optimized/util')()

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = fastify()

server.get('/seed/v1', function (req, reply) {
  fetchContent(req.url, function (err, content, contentId) {
    if (err) return reply.code(err.statusCode).send(err)
    const ts = timestamp()
    reply
      .header('Etag', `"${contentId}-${ts}"`)
      .header('Cache-Control', 'public, max-age=120')
      .header('Content-Type', 'application/json')
      .send(`{"data":"${content}","url":"${req.url}","ts":${ts}}`)
  })
})

// For a method that the route does not have, Fastify answers 404. The contract requires 405.
server.setNotFoundHandler(function (req, reply) {
  const known = req.url === '/seed/v1'
  reply.code(known ? 405 : 404).send({ message: known ? `${req.method} is not allowed` : `${req.url} does not exist` })
})

server.listen({ port: Number(PORT), host: HOST }, function (err, address) {
  if (!err) return console.log(`Listening on ${address}/seed/v1`)
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node index.js`)
  process.exit(2)
})
