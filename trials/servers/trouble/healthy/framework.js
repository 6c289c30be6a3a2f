'use strict'

// A shop with Fastify: looks up products, waits for a database of 5 ms, and sums up a cart.

const fastify = require('fastify')
const { setTimeout: wait } = require('timers/promises')

const products = new Map(Array.from({ length: 1000 }, (_, id) => [id, { id, name: `product ${id}`, price: id % 90 }]))
let next = 0

const app = fastify()

app.get('/', async function () {
  const cart = Array.from({ length: 20 }, () => products.get(next++ % products.size))
  await wait(5)
  return { cart, total: cart.reduce((sum, { price }) => sum + price, 0) }
})

app.listen({ port: 0, host: '127.0.0.1' }).then(function () {
  console.log(app.server.address().port)
})
