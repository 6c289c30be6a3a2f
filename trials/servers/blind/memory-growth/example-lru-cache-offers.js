'use strict'

const Fastify = require('fastify')
const LRU = require('lru-cache')

const options = {
  max: 250000,

  // how long to live in ms
  ttl: 1000 * 60 * 30,

  // return stale items before removing from cache?
  allowStale: false,

  updateAgeOnGet: false,
  updateAgeOnHas: false,
}

const cache = new LRU(options)

const hotels = ['Alpenblick', 'Am Markt', 'Bellevue', 'Central', 'Drei Kronen', 'Europa', 'Goldener Hirsch', 'Krone']

function offers ({ city, nights, guests }) {
  const found = []
  for (let i = 0; i < 24; i += 1) {
    const perNight = 79 + ((i * 37) % 140)
    found.push({
      hotel: `${hotels[i % hotels.length]} ${city}`,
      room: guests > 2 ? 'family' : 'double',
      breakfast: i % 2 === 0,
      cancel: `free until ${(i % 3) + 1} days before`,
      total: perNight * nights,
    })
  }
  return JSON.stringify({ city, nights, guests, offers: found })
}

const fastify = Fastify({ requestIdHeader: 'x-request-id' })

fastify.decorateRequest('search', null)

fastify.addHook('preHandler', async (request) => {
  const { city = 'Salzburg', nights = 2, guests = 2 } = request.query
  request.search = { city, nights: Number(nights), guests: Number(guests), trace: request.id } // <- here
})

fastify.get('/', async (request, reply) => {
  const key = JSON.stringify(request.search) // <- here
  let body = cache.get(key)
  if (body === undefined) {
    body = offers(request.search)
    cache.set(key, body) // <- here
  }
  reply.header('x-trace', request.search.trace).type('application/json')
  return body
})

fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
