'use strict'

const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const LIMIT = 1_000_000

// A server with a cheap route and an expensive one. `countPrimes` decides where the work is done.
module.exports = function (countPrimes) {
  const server = http.createServer(async function (req, res) {
    if (req.url === '/cheap') return answer(res, 200, { ok: true })
    if (req.url === '/expensive') return answer(res, 200, { primes: await countPrimes(LIMIT) })
    answer(res, 404, { message: `${req.url} does not exist` })
  })

  server.on('error', function (err) {
    if (err.code !== 'EADDRINUSE') throw err
    console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port with PORT=3001.`)
    process.exit(2)
  })

  server.listen(PORT, HOST, function () {
    console.log(`Listening on http://${HOST}:${server.address().port}/cheap and /expensive`)
  })
}

function answer (res, statusCode, body) {
  res.writeHead(statusCode, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify(body))
}
