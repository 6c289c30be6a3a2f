'use strict'

const http = require('node:http')

const HEADER_BYTES = 24
const PACKET_BYTES = 6_000

const headers = []
let sequence = 0

// Stands for the radio: one packet at a time.
function receive () {
  const packet = Buffer.alloc(PACKET_BYTES, sequence % 251) // HERE
  packet.writeUInt32BE(sequence++, 0)
  packet.writeUInt16BE(PACKET_BYTES - HEADER_BYTES, 4)
  packet.writeDoubleBE(Date.now(), 8)
  return packet
}

function sum (bytes) {
  let total = 0
  for (const byte of bytes) total = (total + byte) % 65_536
  return total
}

function accept (packet) {
  const header = packet.subarray(0, HEADER_BYTES)
  const body = packet.subarray(HEADER_BYTES)
  header.writeUInt16BE(sum(body), 6)
  headers.push(header) // HERE
  return header
}

const server = http.createServer(function (req, res) {
  const header = accept(receive())
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ sequence: header.readUInt32BE(0), sum: header.readUInt16BE(6), packets: headers.length }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
