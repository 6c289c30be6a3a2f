'use strict'

const overloadProtection = require('overload-protection')
const restify = require('restify')
const { timestamp, etagger, fetchContent } = require('../../steps/01-slow/util')()

const { PORT = 3000, HOST = '127.0.0.1', MAX_EVENT_LOOP_DELAY_MS = 50 } = process.env

const server = restify.createServer({ name: 'etagger' })

// First, so that a rejected request costs almost nothing.
server.use(overloadProtection('restify', {
  production: process.env.NODE_ENV === 'production',
  maxEventLoopDelay: Number(MAX_EVENT_LOOP_DELAY_MS),
  clientRetrySecs: 1
}))

server.use(etagger().bind(server))

server.get('/seed/v1', function (req, res, next) {
  fetchContent(req.url, function (err, content) {
    if (err) return next(err)
    res.send({ data: content, url: req.url, ts: timestamp() })
    next()
  })
})

server.on('error', function (err) {
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node index.js`)
  process.exit(2)
})

server.listen(PORT, HOST, function () {
  console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
})
