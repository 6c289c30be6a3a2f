'use strict'

// Collects a log, and compresses it every 10 s.

const http = require('http')
const { gzipSync } = require('zlib')
const logged = require('../logged')

const EACH_MS = 10_000
const LINES = 160_000

const log = Array.from({ length: LINES }, (_, i) => `GET /orders/${(i * 7919) % LINES} 200 ${i % 37} ms\n`).join('')

let archive = { bytes: 0 }

function compress () {
  archive = { bytes: gzipSync(log, { level: 9 }).length } // HERE
}

setInterval(logged(compress), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify(archive))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
