'use strict'

const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

// A server that checks a password per request. `hash` decides where the work is done.
module.exports = function (hash) {
  const server = http.createServer(async function (req, res) {
    const hashed = await hash('correct horse', 'battery staple')
    res.end(`${hashed.toString('hex')}\n`)
  })

  server.listen(PORT, HOST, () => console.log(`Listening on http://${HOST}:${server.address().port}/`))
}
