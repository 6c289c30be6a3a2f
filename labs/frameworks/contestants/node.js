'use strict'

const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

http.createServer(function (req, res) {
  try {
    answer(req, res)
  } catch {
    res.writeHead(400).end()
  }
}).listen(PORT, HOST)

function answer (req, res) {
  const { pathname, searchParams } = new URL(req.url, 'http://localhost')
  const [, folder, name, ...more] = pathname.split('/')
  if (folder !== 'bench' || !name || more.length) return res.writeHead(404).end()
  const body = JSON.stringify({ name: decodeURIComponent(name), id: searchParams.get('id') })
  res.writeHead(200, {
    'x-powered-by': 'benchmark',
    'content-type': 'application/json',
    connection: 'keep-alive',
    'keep-alive': 'timeout=5',
    'content-length': Buffer.byteLength(body)
  })
  res.end(body)
}
