'use strict'

const restify = require('restify')
const { timestamp, etagger, fetchContent } = require('./util')()

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = restify.createServer({ name: 'etagger' })

server.use(etagger().bind(server))

server.get('/seed/v1', function (req, res, next) {
  fetchContent(req.url, function (err, content, contentId) {
    if (err) return next(err)
    const ts = timestamp()
    // Hex digits and a known URL need no escaping in JSON.
    const json = `{"data":"${content}","url":"${req.url}","ts":${ts}}`
    // The ETag combines the two variable parts of the response: content and timestamp.
    res.etag = `"${contentId}-${ts}"`
    res.sendRaw(200, json, { 'Content-Type': 'application/json', 'Content-Length': json.length })
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
