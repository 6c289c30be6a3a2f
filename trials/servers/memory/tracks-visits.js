'use strict'

const { randomBytes } = require('node:crypto')
const http = require('node:http')

const pages = ['home', 'offers', 'contact', 'imprint']
const visits = new Map()
let requests = 0

function visitorOf (req) {
  const cookie = /visitor=([\w-]+)/.exec(req.headers.cookie || '')
  return cookie ? cookie[1] : randomBytes(9).toString('base64url')
}

function track (visitor, page) {
  const known = visits.get(visitor)
  if (known) {
    known.pages.push(page)
    known.last = Date.now()
    return known
  }
  const visit = { first: Date.now(), last: Date.now(), pages: [page] } // HERE
  visits.set(visitor, visit) // HERE
  return visit
}

const server = http.createServer(function (req, res) {
  const visitor = visitorOf(req)
  const visit = track(visitor, pages[requests++ % pages.length])
  res.setHeader('Set-Cookie', `visitor=${visitor}; HttpOnly`)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ visitors: visits.size, pages: visit.pages.length }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
