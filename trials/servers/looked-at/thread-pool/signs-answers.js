'use strict'

const crypto = require('crypto')
const http = require('http')

http.createServer(function (req, res) {
  crypto.pbkdf2(req.url, 'a salt', 15_000, 32, 'sha512', function (err, key) { // <- here
    res.end(err ? 'failed' : key.toString('hex'))
  })
}).listen(process.env.PORT, process.env.HOST)
