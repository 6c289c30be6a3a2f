'use strict'

// Hashes a password in the thread pool, with SLOWER times as many iterations.

const { pbkdf2 } = require('crypto')
const http = require('http')

const ITERATIONS = Math.round(5000 * Number(process.env.SLOWER))

http
  .createServer(function (req, res) {
    pbkdf2('correct horse', 'battery staple', ITERATIONS, 32, 'sha256', (err, key) =>
      res.end(err ? '' : key.toString('hex'))
    )
  })
  .listen(Number(process.env.PORT), process.env.HOST)
