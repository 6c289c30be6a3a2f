'use strict'

const Fastify = require('fastify')

const COINS = [50, 20, 10, 5, 2, 1]

function waysToPay (cents, first = 0) {
  if (cents === 0) return 1
  if (cents < 0 || first === COINS.length) return 0
  return waysToPay(cents - COINS[first], first) + waysToPay(cents, first + 1) // <- here
}

class Machine {
  #sold = 0

  sell (price, paid) {
    this.#sold++
    const change = paid - price
    return { change, ways: waysToPay(change), sold: this.#sold }
  }
}

const machine = new Machine()

const fastify = Fastify()
fastify.get('/coins', (req, reply) => reply.send(COINS))
fastify.get('/', function (req, reply) {
  reply.send(machine.sell(80, 200))
})
fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST }, function (err) {
  if (err) throw err
})
