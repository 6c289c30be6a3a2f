'use strict'

const fs = require('fs')
const http = require('http')
const os = require('os')
const path = require('path')

const target = path.join(os.tmpdir(), 'third-readings.csv')
const readings = Array.from({ length: 1500 }, (_, i) => [i, 20 + (i % 7), i % 3 ? 'ok' : 'late'])

function writeRows (file, rows) {
  const fd = fs.openSync(file, 'w')
  for (const row of rows) {
    fs.writeSync(fd, `${row.join(';')}\n`) // <- here
  }
  fs.closeSync(fd)
}

const routes = {
  '/readings': (req, res) => res.end(JSON.stringify(readings)),
  '/': function (req, res) {
    writeRows(target, readings)
    res.end(JSON.stringify({ exported: readings.length }))
  }
}

const server = http.createServer(function (req, res) {
  const route = routes[req.url]
  if (route) return route(req, res)
  res.statusCode = 404
  res.end()
})
server.listen(process.env.PORT, process.env.HOST)
