'use strict'

const http = require('node:http')

const WIDTH = 200
const HEIGHT = 60

let requests = 0

function layer (colour) {
  return Buffer.alloc(WIDTH * HEIGHT * 3, colour)
}

function blend (below, above, share) {
  const blended = Buffer.from(below)
  for (let i = 0; i < blended.length; i += 60) blended[i] = below[i] * (1 - share) + above[i] * share
  return blended
}

function draw (number) {
  const background = layer(number % 256)
  const text = layer(255 - number % 256)
  return blend(background, text, (number % 10) / 10)
}

const server = http.createServer(function (req, res) {
  const badge = draw(++requests)
  res.setHeader('Content-Type', 'application/octet-stream')
  res.end(badge.subarray(0, 300))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
