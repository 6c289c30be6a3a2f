'use strict'

const express = require('express')
const { Readable, pipeline } = require('stream')
const zlib = require('zlib')

const months = Array.from({ length: 12 }, function (_, month) {
  return Array.from({ length: 1000 }, (_, i) => `${month};${i};${(i * 7919) % 1013};customer ${i % 211}\n`).join('')
})

const app = express()

app.get('/months/:month', (req, res) => res.send(months[req.params.month] ?? ''))

app.get('/', function (req, res) {
  res.set('content-type', 'text/csv')
  res.set('content-encoding', 'gzip')
  const gzip = zlib.createGzip({ level: 9, chunkSize: 1 << 17 }) // <- here
  pipeline(Readable.from(months), gzip, res, function (err) { // <- here
    if (err) res.destroy()
  })
})

app.listen(process.env.PORT, process.env.HOST)
