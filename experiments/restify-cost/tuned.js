'use strict'

const restify = require('restify')
const answer = require('./answer')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

// Without a name, restify sends no Server header.
const server = restify.createServer({ name: '' })

// One handler and no middleware: each step of restify's chain costs a tick and two clock readings.
server.get('/seed/v1', function (req, res, next) {
  answer(req.url, function (err, { headers, body } = {}) {
    if (err) return next(err)
    // Node's own two calls. restify's send() sets each header separately, and writes twice.
    res.writeHead(200, headers)
    res.end(body)
    next()
  })
})

server.on('error', function (err) {
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node tuned.js`)
  process.exit(2)
})

server.listen(PORT, HOST, function () {
  console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
})
