'use strict'

const http = require('node:http')
const zlib = require('node:zlib')

const symbols = ['ALPHA', 'BETA', 'GAMMA', 'DELTA']
let requests = 0

function tick (turn) {
  return JSON.stringify(symbols.map((symbol, i) => ({ symbol, cents: 10_000 + (turn * 31 + i * 977) % 500 })))
}

const server = http.createServer(function (req, res) {
  const turn = requests++
  const deflate = zlib.createDeflate({ level: 1 })
  const chunks = []
  deflate.on('data', (chunk) => chunks.push(chunk))
  deflate.write(tick(turn))
  deflate.flush(zlib.constants.Z_SYNC_FLUSH, function () {
    res.setHeader('Content-Encoding', 'deflate')
    res.setHeader('Content-Type', 'application/json')
    res.end(Buffer.concat(chunks))
  })
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
