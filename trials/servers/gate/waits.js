'use strict'

// Waits for a tenth of a second, as for another server, and SLOWER times as long.

const http = require('http')

const WAIT_MS = 100 * Number(process.env.SLOWER)

http
  .createServer((req, res) => setTimeout(() => res.end('ok'), WAIT_MS))
  .listen(Number(process.env.PORT), process.env.HOST)
