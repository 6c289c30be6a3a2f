'use strict'

const restify = require('restify')
const { timestamp, fetchContent } = require('../../steps/03-optimized/util')()

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = restify.createServer({ name: 'etagger' })

// Sets the ETag before the response is sent, so that the response can be 304.
function load (req, res, next) {
  fetchContent(req.url, function (err, content, contentId) {
    if (err) return next(err)
    req.content = content
    req.ts = timestamp()
    res.setHeader('Etag', `"${contentId}-${req.ts}"`)
    res.setHeader('Cache-Control', 'public, max-age=120')
    next()
  })
}

// Runs only if the client does not have the content yet.
function send (req, res, next) {
  const json = `{"data":"${req.content}","url":"${req.url}","ts":${req.ts}}`
  res.sendRaw(200, json, { 'Content-Type': 'application/json', 'Content-Length': json.length })
  next()
}

// Uses only the ETag check of the plugin's four (others are for dates and for writing): each handler has a cost.
const checkIfNoneMatch = restify.plugins.conditionalRequest().find(({ name }) => name === 'checkIfNoneMatch')

const handlers = [load, checkIfNoneMatch, send]
server.get('/seed/v1', handlers)
server.head('/seed/v1', handlers)

server.on('error', function (err) {
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node index.js`)
  process.exit(2)
})

server.listen(PORT, HOST, function () {
  console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
})
