'use strict'

const express = require('express')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = express()
app.disable('x-powered-by') // it would set its own first

app.get('/bench/:name', function (req, res) {
  const body = JSON.stringify({ name: req.params.name, id: req.query.id })
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body)
  })
  res.end(body)
})

app.listen(PORT, HOST)
