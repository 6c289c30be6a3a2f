'use strict'
const http = require('node:http')
const fs = require('node:fs')

const info = JSON.parse(fs.readFileSync(require.resolve('express/package.json'), 'utf8'))

class Cache {
  #entries = new Map()
  #limit

  constructor (limit) {
    this.#limit = limit
  }

  get (key, make) {
    let value = this.#entries.get(key)
    if (value === undefined) {
      value = make(key)
      this.#entries.set(key, value)
      if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value)
    }
    return value
  }
}

const cache = new Cache(64)
const page = (url) => Buffer.from(JSON.stringify({ url, name: info.name, version: info.version }))

const server = http.createServer((req, res) => {
  if (req.method !== 'GET') {
    res.writeHead(405, { allow: 'GET' }).end()
    return
  }
  const body = cache.get(req.url, page)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  res.end(body)
})

server.on('clientError', (_error, socket) => {
  if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
})

server.listen(Number(process.env.PORT), process.env.HOST)
