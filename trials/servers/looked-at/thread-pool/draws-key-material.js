'use strict'

const fs = require('fs')
const http = require('http')

const SIZE = 1_500_000

const spare = []

function withBuffer (work, done) {
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(SIZE)
  work(buffer, function (err, result) {
    spare.push(buffer)
    done(err, result)
  })
}

fs.open('/dev/urandom', 'r', function (err, fd) {
  if (err) throw err

  function pad (buffer, done) {
    fs.read(fd, buffer, 0, SIZE, null, function (err, size) { // <- here
      if (err) return done(err)
      done(null, { size, begins: buffer.toString('hex', 0, 8) })
    })
  }

  http.createServer(function (req, res) {
    withBuffer(pad, function (err, result) {
      if (err) res.statusCode = 500
      res.end(err ? err.message : JSON.stringify(result))
    })
  }).listen(process.env.PORT, process.env.HOST)
})
