'use strict'

// The office of the carrier, in a process of its own: it answers four at a time. It is not ours to change.

const http = require('http')

const CLERKS = 4
const ANSWERS_AFTER_MS = 50
const REFUSES_AFTER_MS = 2
const PLACES = ['on its way', 'in the depot', 'at the door']

let busy = 0

function answer (res, status, body) {
  res.writeHead(status, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(body))
}

const server = http.createServer(function (req, res) {
  if (busy === CLERKS) {
    setTimeout(() => answer(res, 503, { place: 'busy' }), REFUSES_AFTER_MS)
    return
  }
  busy++
  setTimeout(function () {
    busy--
    answer(res, 200, { place: PLACES[req.url.length % PLACES.length] })
  }, ANSWERS_AFTER_MS)
})

server.listen(0, '127.0.0.1', () => process.send(server.address().port))
process.on('disconnect', () => process.exit())
