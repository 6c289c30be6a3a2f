'use strict'

const restify = require('restify')
const { timestamp, fetchContent } = require('../../steps/03-optimized/util')()

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = restify.createServer({ name: 'etagger' })

// Finds the content, and names it, before anything is sent: that is what it takes to be able to say "304".
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

// Runs only when the client does not have the content yet.
function send (req, res, next) {
  const json = `{"data":"${req.content}","url":"${req.url}","ts":${req.ts}}`
  res.sendRaw(200, json, { 'Content-Type': 'application/json', 'Content-Length': json.length })
  next()
}

// The plugin brings four checks, for dates and for writing, too. Here are only ETags to compare; each handler costs.
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
