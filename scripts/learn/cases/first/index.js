'use strict'

// The catalogue of a shop. Clients ask for its version, and load it again when the version has changed.

const { createHash } = require('crypto')
const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const articles = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `article ${id}`, price: id % 90 }))

function versionOf (catalogue) {
  const text = JSON.stringify(catalogue)
  return createHash('sha256').update(text).digest('hex')
}

const server = http.createServer(function (req, res) {
  if (req.url !== '/version') {
    res.writeHead(404).end()
    return
  }
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ version: versionOf(articles) }))
})

server.listen(PORT, HOST)
