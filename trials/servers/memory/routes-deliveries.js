'use strict'

const http = require('node:http')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

const router = new Worker(path.join(__dirname, 'routes-deliveries-worker.js'))
const waiting = new Map()
let deliveries = 0

router.on('message', function ({ id, stops, length }) {
  const res = waiting.get(id)
  waiting.delete(id)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ stops, length }))
})

function stopsOf (id) {
  return Array.from({ length: 40 }, (_, i) => ({ x: (id * 31 + i * 977) % 1_000, y: (id * 17 + i * 7_919) % 1_000 }))
}

const server = http.createServer(function (req, res) {
  const id = ++deliveries
  waiting.set(id, res)
  router.postMessage({ id, stops: stopsOf(id) })
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
