'use strict'

const { Router, createServer } = require('velocy')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const router = new Router()

router.get('/bench/:name', function (req, res) {
  // Velocy hands the segment over as it came; and its req.query would make a number of the id.
  const body = JSON.stringify({ name: decodeURIComponent(req.params.name), id: req.queryParams.get('id') })
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body)
  })
  res.end(body)
})

createServer(router).listen(PORT, HOST)
