'use strict'

const restify = require('restify')
const { timestamp, etagger, fetchContent } = require('../../steps/03-optimized/util')()

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

// Step 3, with one log line per request. The argument decides which logger writes it.
module.exports = function (log) {
  const server = restify.createServer({ name: 'etagger' })

  server.use(etagger().bind(server))

  server.get('/seed/v1', function (req, res, next) {
    fetchContent(req.url, function (err, content, contentId) {
      if (err) return next(err)
      const ts = timestamp()
      const json = `{"data":"${content}","url":"${req.url}","ts":${ts}}`
      res.etag = `"${contentId}-${ts}"`
      res.sendRaw(200, json, { 'Content-Type': 'application/json', 'Content-Length': json.length })
      next()
    })
  })

  server.on('after', log)

  server.on('error', function (err) {
    if (err.code !== 'EADDRINUSE') throw err
    console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port with PORT=3001.`)
    process.exit(2)
  })

  server.listen(PORT, HOST, function () {
    console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
  })
}
