'use strict'

const fastify = require('fastify')()

const feed = JSON.stringify({
  items: Array.from({ length: 1500 }, (_, i) => ({ i, a: [i, [i]], b: { c: [], d: {} }, e: [[], [i]] }))
})

function keepLatest (limit) {
  const latest = []
  return function (item) {
    latest[latest.length] = item
    while (latest.length > limit) latest.shift()
    return latest.length
  }
}

const remember = keepLatest(50)

fastify.get('/feed', (req, reply) => reply.type('application/json').send(feed))

fastify.get('/', function (req, reply) {
  const { items } = JSON.parse(feed) // <- here
  const kept = remember(items)
  reply.send({ kept, items: items.length })
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
