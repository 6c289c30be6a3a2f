'use strict'

const restify = require('restify')
const answer = require('./answer')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = restify.createServer({ name: '' })

// restify calls this function first for each request. `false` means that this function responds.
server.first(function (req, res) {
  if (req.method !== 'GET' || req.url !== '/seed/v1') return true
  answer(req.url, function (_, { headers, body }) {
    res.writeHead(200, headers)
    res.end(body)
  })
  return false
})

// restify handles the rest of this path: a query is not found, and other methods are not allowed.
server.get('/seed/v1', function (req, res, next) {
  answer(req.url, next)
})

server.on('error', function (err) {
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node first.js`)
  process.exit(2)
})

server.listen(PORT, HOST, function () {
  console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
})
