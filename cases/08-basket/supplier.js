'use strict'

// Another company's service, in a process of its own. It is not ours to change.

const http = require('http')

const ANSWERS_AFTER_MS = 12

const server = http.createServer(function (req, res) {
  const article = req.url.split('/').at(-1)
  setTimeout(() => res.end(JSON.stringify({ cents: 90 + article.length * 35 })), ANSWERS_AFTER_MS)
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
