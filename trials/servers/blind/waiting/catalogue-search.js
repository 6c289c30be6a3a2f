'use strict'

const { fork } = require('node:child_process')
const http = require('node:http')
const path = require('node:path')
const express = require('express')

const network = {
  keepAlive: true,
  keepAliveMsecs: 5000,
  maxSockets: 3, // <- here
  maxFreeSockets: 16,
  timeout: 60_000,
}

class UnionCatalogue {
  constructor (port) {
    this.port = port
    this.agent = new http.Agent(network) // <- here
  }

  search (words, done) {
    const query = new URLSearchParams({ q: words, format: 'brief' })
    const options = { host: '127.0.0.1', port: this.port, path: `/records?${query}`, agent: this.agent }
    const request = http.get(options, (response) => { // <- here
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => { text += chunk })
      response.on('end', () => {
        try {
          done(null, JSON.parse(text).records)
        } catch (err) {
          done(err)
        }
      })
    })
    request.on('error', done)
  }
}

function rank (records, words) {
  const wanted = words.toLowerCase().split(/\s+/)
  const score = (record) => wanted.filter((word) => record.title.toLowerCase().includes(word)).length
  return [...records].sort((a, b) => score(b) - score(a) || b.copies - a.copies)
}

function start (port) {
  const catalogue = new UnionCatalogue(port)
  const app = express()

  app.get('/', (req, res, next) => {
    const words = String(req.query.q ?? 'clinical chemistry')
    catalogue.search(words, (err, records) => {
      if (err) return next(err)
      res.json({ words, records: rank(records, words) })
    })
  })

  app.listen(Number(process.env.PORT), process.env.HOST)
}

const upstream = fork(path.join(__dirname, '..', 'upstream-cat.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => start(port))
