'use strict'

const http = require('http')
const { takePicture } = require('./camera')
const { Archive } = require('./archive')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const archive = new Archive()
let number = 0

function answer (url) {
  if (url === '/now') {
    number++
    const picture = takePicture(number)
    archive.keep(number, picture)
    return picture
  }
  const [, earlier] = /^\/pictures\/(\d+)$/.exec(url) ?? []
  return earlier ? archive.find(Number(earlier)) : undefined
}

const server = http.createServer(function ({ url }, res) {
  const picture = answer(url)
  if (!picture) res.statusCode = 404
  res.setHeader('Content-Type', picture ? 'image/bmp' : 'text/plain')
  res.end(picture ?? 'no such picture\n')
})

server.listen(PORT, HOST)
