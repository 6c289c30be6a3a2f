'use strict'

const { randomBytes, randomUUID } = require('node:crypto')
const http = require('node:http')

const PHOTO = { width: 400, height: 400, pixels: randomBytes(400 * 400 * 4) }
const SIDE = 100

const thumbnails = new Map()

/** Takes the mean of two pixels in every fourth row, darker by `dim`. */
function shrink (photo, dim) {
  const step = photo.width / SIDE
  const small = Buffer.alloc(SIDE * SIDE * 4) // HERE
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const from = (y * step * photo.width + x * step) * 4
      const to = (y * SIDE + x) * 4
      for (let colour = from; colour < from + 4; colour++) {
        small[to + colour - from] = (photo.pixels[colour] + photo.pixels[colour + 4]) / 2 * dim
      }
    }
  }
  return small
}

function publish (photo) {
  const name = `${randomUUID()}.rgba`
  const small = shrink(photo, 0.5 + Math.random() / 2)
  thumbnails.set(name, small) // HERE
  return { name, bytes: small.length }
}

const server = http.createServer(function (req, res) {
  const stored = thumbnails.get(req.url.slice(1))
  if (stored) {
    res.setHeader('Content-Type', 'application/octet-stream')
    res.end(stored)
    return
  }
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(publish(PHOTO)))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
