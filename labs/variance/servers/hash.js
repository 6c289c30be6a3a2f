'use strict'

// Hashes with OpenSSL for each request, on the main thread: hardly any JavaScript, so what varies is the machine.

const { pbkdf2Sync } = require('crypto')
const http = require('http')

http
  .createServer((req, res) => res.end(pbkdf2Sync('correct horse', 'battery staple', 150, 32, 'sha256')))
  .listen(Number(process.env.PORT), process.env.HOST)
