'use strict'

const http = require('node:http')

const delays = { '/rates': 20, '/reserve': 6 }

const server = http.createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://upstream')
  const delay = delays[pathname]
  if (delay === undefined) {
    res.writeHead(404).end()
    return
  }
  setTimeout(() => {
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ path: pathname, of: searchParams.get('of'), at: Date.now(), amount: 118.5 }))
  }, delay)
})

server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('disconnect', () => process.exit(0))
