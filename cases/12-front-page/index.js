'use strict'

const http = require('http')
const path = require('path')
const { fork } = require('child_process')
const { once } = require('events')
const { Cache } = require('./cache')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
// News that are older are no news.
const FRESH_MS = 100

const newsroom = fork(path.join(__dirname, 'newsroom.js'))

once(newsroom, 'message').then(function ([port]) {
  const headlines = new Cache(FRESH_MS, async function () {
    const answer = await fetch(`http://127.0.0.1:${port}/headlines`)
    return answer.json()
  })

  const server = http.createServer(async function (req, res) {
    if (req.url !== '/') {
      res.statusCode = 404
      return res.end()
    }
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ headlines: await headlines.get() }))
  })

  server.listen(PORT, HOST)
})
