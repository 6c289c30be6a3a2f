'use strict'

const http = require('node:http')
const path = require('node:path')
const { Worker } = require('node:worker_threads')

const UPLOAD_BYTES = 8_000

const checker = new Worker(path.join(__dirname, 'checks-uploads-worker.js'))
const waiting = new Map()
let uploads = 0

checker.on('message', function ({ id, sum, known }) {
  const res = waiting.get(id)
  waiting.delete(id)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ id, sum, known }))
})

// Stands for the body of the request.
function bodyOf (id) {
  const bytes = new Uint8Array(UPLOAD_BYTES).fill(id % 251)
  new DataView(bytes.buffer).setUint32(0, id)
  return bytes
}

const server = http.createServer(function (req, res) {
  const id = ++uploads
  waiting.set(id, res)
  checker.postMessage({ id, bytes: bodyOf(id) })
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
