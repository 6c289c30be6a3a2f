'use strict'

const http = require('http')

const histograms = Object.create(null)

function histogram (name, labels) {
  const id = `${name}{${Object.entries(labels).map(([key, value]) => `${key}="${value}"`)}}`
  histograms[id] ??= { count: 0, buckets: new Array(200).fill(0.5) } // <- here
  return histograms[id]
}

function observe (name, labels, ms) {
  const { buckets } = histogram(name, labels)
  buckets[Math.min(buckets.length - 1, Math.round(ms * 10))]++
}

let requests = 0

const server = http.createServer(function (req, res) {
  const start = performance.now()
  const request = ++requests
  res.once('finish', function () {
    observe('http_ms', { method: req.method, status: res.statusCode, request }, performance.now() - start)
  })
  res.end('pong\n')
})

server.listen(process.env.PORT, process.env.HOST)
