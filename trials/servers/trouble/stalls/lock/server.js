'use strict'

// Waits every 13 s for a lock that a worker thread never releases, until the wait times out.

const http = require('http')
const logged = require('../logged')

const EACH_MS = 13_000
const MOST_MS = 900

const lock = new Int32Array(new SharedArrayBuffer(4))
let isLocked = false

function flush () {
  isLocked = Atomics.wait(lock, 0, 0, MOST_MS) === 'ok' // HERE
}

setInterval(logged(flush), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify({ isLocked }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
