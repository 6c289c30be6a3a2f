'use strict'

const http = require('http')
const { measure, history } = require('./measurements')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const server = http.createServer(function (req, res) {
  if (req.url !== '/dashboard') {
    res.statusCode = 404
    return res.end()
  }
  const sensors = measure()
  const hottest = sensors.reduce((a, b) => (b.celsius > a.celsius ? b : a))
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ sensors: sensors.length, hottest: hottest.id, kept: history() }))
})

server.listen(PORT, HOST)
