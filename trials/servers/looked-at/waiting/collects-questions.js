'use strict'

const http = require('http')

function createLoader (loadMany, quiet) {
  let waiting = []
  let timer = null

  function flush () {
    const batch = waiting
    waiting = []
    loadMany(batch.map(({ id }) => id), function (err, found) {
      for (const [i, { done }] of batch.entries()) done(err, found?.[i])
    })
  }

  return function load (id, done) {
    waiting.push({ id, done })
    clearTimeout(timer)
    timer = setTimeout(flush, quiet) // <- here
  }
}

function loadUsers (ids, done) {
  setImmediate(done, null, ids.map((id) => ({ id, name: `User ${id}` })))
}

const loadUser = createLoader(loadUsers, 50) // <- here
let visits = 0

http.createServer(function (req, res) {
  loadUser(++visits % 100, function (err, user) { // <- here
    if (err) res.statusCode = 500
    res.end(JSON.stringify(err ? { error: err.message } : user))
  })
}).listen(process.env.PORT, process.env.HOST)
