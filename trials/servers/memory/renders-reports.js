'use strict'

const http = require('node:http')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

const REQUESTS_PER_REPORT = 1_000

let requests = 0
let report = 'no report yet\n'

function render (month) {
  const renderer = new Worker(path.join(__dirname, 'renders-reports-worker.js')) // HERE
  renderer.on('message', function (text) {
    report = text
  })
  renderer.on('error', (err) => console.error(err.message))
  renderer.postMessage({ month, rows: 200 })
}

const server = http.createServer(function (req, res) {
  if (requests++ % REQUESTS_PER_REPORT === 0) render(requests % 12 + 1)
  res.setHeader('Content-Type', 'text/plain')
  res.end(report)
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
