'use strict'

const http = require('node:http')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

const index = new Worker(path.join(__dirname, 'indexes-articles-worker.js'))
const waiting = new Map()
let articles = 0

index.on('message', function ({ id, words }) {
  const res = waiting.get(id)
  waiting.delete(id)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ id, words }))
})

const server = http.createServer(function (req, res) {
  const id = ++articles
  waiting.set(id, res)
  index.postMessage({ id, title: `Article ${id}`, text: `The council of town ${id} met on day ${id % 365} of the year.` })
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
