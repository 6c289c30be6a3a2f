import Fastify from 'fastify'

const fastify = Fastify({ logger: false })

const text = { type: 'string' }
const count = { type: 'integer' }
const list = (items) => ({ type: 'array', items })

const place = {
  anyOf: [
    { type: 'object', required: ['hall'], properties: { hall: text, seats: count, balcony: { type: 'boolean' } } },
    { type: 'object', required: ['kitchen'], properties: { kitchen: text, tables: count, patio: { type: 'boolean' } } },
    { type: 'object', required: ['stars'], properties: { stars: count, rooms: count, spa: { type: 'boolean' } } },
  ],
}

// Partners also see what is left and what we pay.
function programmeSchema (audience) { // <- here
  const money = { type: 'object', properties: { amount: { type: 'number' }, currency: text } }
  const event = { id: text, title: text, starts: text, doors: text, language: text, place, price: money }
  if (audience === 'partner') Object.assign(event, { left: count, cost: money })
  return {
    type: 'object',
    properties: { city: text, total: count, events: list({ type: 'object', properties: event }) },
  }
}

const places = [
  { hall: 'Grosser Saal', seats: 1744, balcony: true },
  { kitchen: 'Basque', tables: 22, patio: true },
  { stars: 4, rooms: 96, spa: false },
]

const events = Array.from({ length: 12 }, (_, i) => ({
  id: `ev-${100 + i}`,
  title: ['Winter concert', 'Tasting evening', 'Weekend with breakfast'][i % 3],
  starts: `2025-12-${String(10 + i)}T19:30:00Z`,
  doors: `2025-12-${String(10 + i)}T18:45:00Z`,
  language: i % 2 ? 'en' : 'de',
  place: places[i % 3],
  price: { amount: 38.5 + i, currency: 'EUR' },
  cost: { amount: 21 + i, currency: 'EUR' },
  left: 140 - i,
}))

fastify.addHook('onRequest', async (request) => {
  request.audience = request.headers['x-partner'] ? 'partner' : 'public'
})

// Declare a route
fastify.get('/', async function handler (request, reply) {
  const upcoming = events.toSorted((a, b) => a.starts.localeCompare(b.starts))
  const page = { city: 'Wien', total: upcoming.length, events: upcoming }
  reply.type('application/json')
  return reply.serializeInput(page, programmeSchema(request.audience)) // <- here
})

// Run the server!
await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
