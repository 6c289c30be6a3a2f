'use strict'

// One request in ten draws a thumbnail, which takes about 20 ms.

const http = require('http')

const DRAW_ONE_IN = 10
const SIDE = 2500
const pixels = new Uint8Array(SIDE * SIDE)
let requests = 0

function draw () {
  let light = 0
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (Math.sqrt(i) * requests) & 255
    light += pixels[i]
  }
  return light
}

http.createServer(function (req, res) {
  const light = ++requests % DRAW_ONE_IN === 0 ? draw() : 0
  res.end(JSON.stringify({ requests, light }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
