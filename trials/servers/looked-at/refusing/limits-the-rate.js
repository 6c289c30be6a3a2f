'use strict'

const http = require('http')

const MOST_PER_SECOND = 50
let second = 0
let count = 0

function isAllowed () {
  const now = Math.floor(Date.now() / 1000)
  if (now !== second) {
    second = now
    count = 0
  }
  return ++count <= MOST_PER_SECOND
}

http.createServer(function (req, res) {
  if (!isAllowed()) {
    res.writeHead(429, { 'retry-after': '1' }) // <- here
    return res.end('slow down\n')
  }
  res.end('hello\n')
}).listen(process.env.PORT, process.env.HOST)
