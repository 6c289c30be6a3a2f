'use strict'

const { deflate } = require('zlib')
const fastify = require('fastify')()

const SIDE = 256

class Tile {
  constructor (x, y) {
    this.heights = new Uint8Array(SIDE * SIDE)
    for (let i = 0; i < this.heights.length; i++) {
      this.heights[i] = 90 + 40 * Math.sin(i / 97 + x) + 40 * Math.cos((i % SIDE) / 31 + y) + (i * 7919) % 3
    }
  }

  pack (done) {
    deflate(this.heights, { level: 9, chunkSize: 1 << 16 }, done) // <- here
  }
}

const tiles = { '0/0': new Tile(0, 0), '0/1': new Tile(0, 1) }

fastify.get('/tiles', (req, reply) => reply.send(Object.keys(tiles)))

fastify.get('/', function (req, reply) {
  tiles['0/0'].pack(function (err, packed) { // <- here
    if (err) return reply.code(500).send(err)
    reply.type('application/octet-stream').send(packed)
  })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
