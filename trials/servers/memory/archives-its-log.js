'use strict'

const http = require('node:http')
const zlib = require('node:zlib')

const LINES_PER_SEGMENT = 50

const segments = []
let current = null
let lines = 0

class Segment {
  constructor (number) {
    this.number = number
    this.bytes = 0
    this.gzip = zlib.createGzip({ level: 1, chunkSize: 1024 }) // HERE
    this.gzip.on('data', (chunk) => { this.bytes += chunk.length })
  }

  append (line) {
    this.gzip.write(`${line}\n`)
  }

  finish () {
    this.gzip.flush()
  }
}

function log (line) {
  if (lines++ % LINES_PER_SEGMENT === 0) {
    if (current) current.finish()
    current = new Segment(segments.length)
    segments.push(current) // HERE
  }
  current.append(line)
}

const server = http.createServer(function (req, res) {
  log(`${new Date().toISOString()} ${req.method} ${req.url} ${req.headers['user-agent'] || '-'} ${Math.random()}`)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ lines, segments: segments.length }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
