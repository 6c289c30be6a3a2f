'use strict'

// Keeps sessions, and copies them every 12 s. The copies make V8 collect garbage.

const http = require('http')
const logged = require('../logged')

const SESSIONS = 400_000
const EACH_MS = 12_000

const sessions = new Map(Array.from({ length: SESSIONS }, (_, id) => [`session ${id}`, { user: { id }, seen: [id] }]))

let copies = []

function copy () {
  copies = []
  for (const [id, { user, seen }] of sessions) { // HERE
    copies.push({ id, user: { ...user }, seen: [...seen], text: [`${id} of user ${user.id}`] }) // HERE
  }
}

setInterval(logged(copy), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify({ sessions: sessions.size, copies: copies.length }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
