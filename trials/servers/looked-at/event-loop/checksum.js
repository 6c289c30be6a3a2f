'use strict'
const http = require('node:http')

// Each firmware image is split into blocks; devices compare the list of sums.
const BLOCK = 4096
const image = Buffer.alloc(64 * 1024)
for (let i = 0; i < image.length; i++) image[i] = (i * 31 + (i >> 7)) & 0xff

function sumOf (bytes, from, to) {
  let crc = 0xffff
  for (let i = from; i < to; i++) {
    crc ^= bytes[i] << 8
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff // <- here
    }
  }
  return crc
}

function manifest (bytes) {
  const blocks = []
  for (let at = 0; at < bytes.length; at += BLOCK) {
    blocks.push(sumOf(bytes, at, Math.min(at + BLOCK, bytes.length)).toString(16).padStart(4, '0'))
  }
  return { size: bytes.length, block: BLOCK, blocks }
}

let build = 0

const server = http.createServer((req, res) => {
  if (req.method !== 'GET') {
    res.writeHead(405).end()
    return
  }
  // the build number is part of the image header
  image.writeUInt32BE(++build >>> 0, 0)
  const body = JSON.stringify(manifest(image))
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
