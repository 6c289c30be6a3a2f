'use strict'

// Sorts and serialises a new list for each request: most of its work is garbage afterwards.

const http = require('http')

const NAMES = Array.from({ length: 50 }, (_, i) => `name ${(i * 31) % 50}`)

http
  .createServer(function (req, res) {
    const people = NAMES.map((name, id) => ({ id, name, tags: [name, String(id)] }))
    res.end(JSON.stringify(people.sort((a, b) => (a.name < b.name ? -1 : 1))))
  })
  .listen(Number(process.env.PORT), process.env.HOST)
