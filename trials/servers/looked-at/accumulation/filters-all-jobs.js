'use strict'

const http = require('http')

const jobs = []

function enqueue (name) {
  jobs.push({ name, state: 'new' }) // <- here
  return jobs.filter(({ state }) => state === 'old').length // <- here
}

http.createServer((req, res) => res.end(`${enqueue(req.url)}\n`)).listen(process.env.PORT, process.env.HOST)
