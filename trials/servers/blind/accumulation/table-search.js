'use strict'

const fastify = require('fastify')

const restaurants = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  name: `${['Zum Anker', 'Da Nino', 'Le Petit Four', 'Kaya'][i % 4]} ${i + 1}`,
  district: (i % 9) + 1,
  tables: [{ seats: 2, free: i % 3 }, { seats: 4, free: i % 2 }, { seats: 8, free: i % 5 === 0 ? 1 : 0 }],
}))

class FairUse {
  #usage = new Map()
  #span
  #limit

  constructor ({ minutes, limit }) {
    this.#span = minutes * 60_000
    this.#limit = limit
  }

  allows (key, now = new Date()) {
    const since = now.getTime() - this.#span
    const earlier = this.#usage.get(key) ?? []
    const calls = earlier.filter((call) => Date.parse(call.at) > since) // <- here
    calls.push({ at: now.toISOString() }) // <- here
    this.#usage.set(key, calls)
    return calls.length <= this.#limit
  }
}

const fairUse = new FairUse({ minutes: 15, limit: 2_000_000 })

function freeTables (guests) {
  const found = []
  for (const restaurant of restaurants) {
    for (const table of restaurant.tables) {
      if (table.free > 0 && table.seats >= guests && table.seats <= guests * 2) {
        found.push({ id: restaurant.id, name: restaurant.name, seats: table.seats })
      }
    }
  }
  return found.sort((a, b) => a.seats - b.seats || a.id - b.id).slice(0, 10)
}

const app = fastify()

app.addHook('onRequest', async (request, reply) => {
  const keys = [`address ${request.ip}`, `route ${request.method} ${request.routeOptions.url}`, 'everyone']
  for (const key of keys) {
    if (!fairUse.allows(key)) return reply.code(429).send({ error: 'Too many searches, try again later' })
  }
})

app.get('/', async (request) => {
  const guests = Number(request.query.guests ?? 3)
  return { guests, tables: freeTables(guests) }
})

app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
