import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'

const events = new Map([
  ['gala', { title: 'New Year Gala', category: 'stalls', revision: 0, sold: 0 }],
  ['matinee', { title: 'Matinee', category: 'circle', revision: 0, sold: 0 }],
])
const tariffs = { stalls: [89, 75, 62], circle: [54, 48, 39] }

// The tariff service answers in a few milliseconds.
async function tariff (category) {
  await sleep(4)
  return tariffs[category]
}

function save (event, read, changes) {
  if (event.revision !== read.revision) throw new Error(`${event.title} was changed meanwhile`) // <- here
  Object.assign(event, changes, { revision: event.revision + 1 }) // <- here
  return event
}

async function sell (name, zone) {
  const event = events.get(name)
  const read = { ...event }
  const prices = await tariff(read.category)
  const { revision } = save(event, read, { sold: read.sold + 1 }) // <- here
  return { number: `${name}-${revision}`, title: event.title, price: prices[zone % prices.length] }
}

const app = Fastify()

app.decorateRequest('zone', 0)

app.addHook('onRequest', async (request) => {
  request.zone = Number(request.query.zone ?? 1)
})

app.get('/', async (request, reply) => {
  reply.header('cache-control', 'no-store')
  return sell(request.query.event ?? 'gala', request.zone)
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
