'use strict'

const http = require('http')
const net = require('net')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { Journal } = require('./journal')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const ROWS = 40

const archive = fork(path.join(__dirname, 'archive.js'))

once(archive, 'message').then(function ([port]) {
  const journal = new Journal(net.connect(port, '127.0.0.1'))

  function answer ({ url, headers }) {
    if (url === '/seats') {
      const free = Array.from({ length: ROWS }, (_, row) => ({ row, seats: 6 - (row % 5) }))
      journal.note({ url, headers, free })
      return { free }
    }
    return url === '/health' ? { journal: journal.isWriting } : null
  }

  const server = http.createServer(function (req, res) {
    const body = answer(req)
    res.setHeader('Content-Type', 'application/json')
    if (body === null) res.statusCode = 404
    res.end(JSON.stringify(body))
  })

  server.listen(PORT, HOST)
})
