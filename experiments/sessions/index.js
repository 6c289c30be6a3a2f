'use strict'

const { randomUUID } = require('crypto')
const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1', MOST_KEPT = Infinity } = process.env

// A shop that identifies customers by a cookie. A client without one gets a new session.
const sessions = new Map()

function begin () {
  const id = randomUUID()
  sessions.set(id, { since: new Date(), basket: [], seen: new Array(50).fill('') })
  if (sessions.size > MOST_KEPT) sessions.delete(sessions.keys().next().value)
  return id
}

function idOf ({ headers: { cookie = '' } }) {
  const [, id] = /session=([^;]+)/.exec(cookie) ?? []
  return sessions.has(id) ? id : begin()
}

const server = http.createServer(function (req, res) {
  const id = idOf(req)
  const { basket } = sessions.get(id)
  res.setHeader('Set-Cookie', `session=${id}`)
  res.end(`${basket.length} things in your basket\n`)
})

server.listen(PORT, HOST, () => console.log(`Listening on http://${HOST}:${server.address().port}/`))
