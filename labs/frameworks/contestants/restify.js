'use strict'

const restify = require('restify')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

// Without a name there is no Server header.
const server = restify.createServer({ name: '' })

server.use(restify.plugins.queryParser())

server.get('/bench/:name', function (req, res, next) {
  const body = JSON.stringify({ name: req.params.name, id: req.query.id })
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body)
  })
  res.end(body)
  next()
})

server.listen(PORT, HOST)
