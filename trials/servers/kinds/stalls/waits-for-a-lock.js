'use strict'

const http = require('http')

const SOON_MS = 4000
const EACH_MS = 20_000
const HELD_MS = 580

const lock = new Int32Array(new SharedArrayBuffer(4))

function saveAll () {
  Atomics.wait(lock, 0, 0, HELD_MS)
}

http.createServer(function (req, res) {
  res.end('hello\n')
}).listen(process.env.PORT, process.env.HOST, function () {
  setTimeout(saveAll, SOON_MS)
  setInterval(saveAll, EACH_MS)
})
