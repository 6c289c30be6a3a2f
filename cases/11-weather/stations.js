'use strict'

// Two weather stations, in a process of their own. The northern one has been closed since Tuesday. They are not ours to
// change.

const http = require('http')

const ANSWERS_AFTER_MS = 4

const server = http.createServer(function (req, res) {
  const [, station, town] = req.url.split('/')
  setTimeout(function () {
    res.statusCode = station === 'north' ? 503 : 200
    res.end(station === 'north' ? '' : JSON.stringify({ town, celsius: 5 + town.length, sky: 'grey' }))
  }, ANSWERS_AFTER_MS)
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
