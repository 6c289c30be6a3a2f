'use strict'

const crypto = require('crypto')
const http = require('http')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const ONE_MINUTE = 60 * 1000

const content = crypto.randomBytes(5000).toString('hex')
const contentId = crypto.randomUUID()
let ts, body, headers

// Makes the whole response once a minute, not once per request.
function refresh () {
  ts = Date.now()
  body = Buffer.from(JSON.stringify({ data: content, url: '/seed/v1', ts }))
  headers = {
    Etag: `"${contentId}-${ts}"`,
    'Cache-Control': 'public, max-age=120',
    'Content-Type': 'application/json',
    'Content-Length': body.length
  }
}

const server = http.createServer(function (req, res) {
  if (req.url !== '/seed/v1') return refuse(res, 404, `${req.url} does not exist`)
  if (req.method !== 'GET') return refuse(res, 405, `${req.method} is not allowed`)
  if (Date.now() - ts >= ONE_MINUTE) refresh()
  res.writeHead(200, headers)
  res.end(body)
})

function refuse (res, statusCode, message) {
  res.writeHead(statusCode, { 'Content-Type': 'application/json' })
  res.end(JSON.stringify({ statusCode, message }))
}

server.on('error', function (err) {
  if (err.code !== 'EADDRINUSE') throw err
  console.error(`Port ${PORT} is taken. Stop the other server, or choose a free port: PORT=3001 node index.js`)
  process.exit(2)
})

refresh()

server.listen(PORT, HOST, function () {
  console.log(`Listening on http://${HOST}:${server.address().port}/seed/v1`)
})
