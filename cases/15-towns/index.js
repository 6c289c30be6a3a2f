'use strict'

const http = require('http')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { json } = require('stream/consumers')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const registry = fork(path.join(__dirname, 'registry.js'))

once(registry, 'message').then(function ([port]) {
  async function ask (urlPath) {
    // A connection that broke once has made trouble for days.
    const agent = new http.Agent({ maxSockets: 1 })
    const request = http.get({ host: '127.0.0.1', port, path: urlPath, agent })
    const [answer] = await once(request, 'response')
    return json(answer)
  }

  const server = http.createServer(async function (req, res) {
    const [, page, code] = req.url.split('/')
    if (page !== 'towns' || !code) {
      res.statusCode = 404
      return res.end()
    }
    const { town } = await ask(`/postcodes/${code}`)
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ code, town }))
  })

  server.listen(PORT, HOST)
})
