'use strict'

const http = require('node:http')
const zlib = require('node:zlib')
const { promisify } = require('node:util')
const { createHash } = require('node:crypto')

const encode = promisify(zlib.brotliCompress) // <- here

const streets = ['Hafenstrasse', 'Am Speicher', 'Kaiweg', 'Lotsengang', 'Werftallee', 'Deichpfad', 'Schleusenring']

function tour (id) {
  const stops = []
  for (let i = 0; i < 80; i++) {
    stops.push({
      seq: i + 1,
      street: `${streets[(id + i) % streets.length]} ${1 + (id * 3 + i * 7) % 120}`,
      parcels: 1 + (id + i) % 4,
      slot: `${8 + Math.floor(i / 8)}:${String(i % 8 * 7).padStart(2, '0')}`,
    })
  }
  return { id, driver: `D${id % 60}`, stops }
}

function shortest (stops) {
  return [...stops].sort((a, b) => a.parcels - b.parcels || a.seq - b.seq)
}

function etagOf (buffer) {
  return `"${createHash('sha256').update(buffer).digest('base64url')}"`
}

// all handhelds of the 2023 generation understand this encoding
async function send (res, value) {
  const json = Buffer.from(JSON.stringify(value))
  const body = await encode(json) // <- here
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-encoding': 'br',
    'content-length': body.length,
    etag: etagOf(json),
  })
  res.end(body)
}

let shift = 0

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const plan = tour(shift++ % 500)
  plan.stops = shortest(plan.stops)
  send(res, plan).catch(() => res.destroy())
})

server.listen(Number(process.env.PORT), process.env.HOST)
