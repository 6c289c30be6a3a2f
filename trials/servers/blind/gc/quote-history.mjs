import Fastify from 'fastify'

const HOTELS = 40
const NIGHTS = 30

const hotels = Array.from({ length: HOTELS }, (_, i) => ({ id: i + 1, base: 61.3 + ((i * 29) % 170), tax: 0.031 }))
const season = Array.from({ length: NIGHTS }, (_, night) => 1 + Math.sin(night / 5) / 7)

// The desk can look up what the last callers were offered.
class History {
  #entries = []
  #next = 0
  #size

  constructor (size) {
    this.#size = size
  }

  add (entry) {
    const offered = entry.offered.map((quote) => ({ ...quote })) // <- here
    this.#entries[this.#next] = { ...entry, offered } // <- here
    this.#next = (this.#next + 1) % this.#size
  }

  get length () {
    return this.#entries.length
  }
}

const history = new History(700) // <- here

function quotes (guests) {
  const result = []
  for (const { id, base, tax } of hotels) {
    for (let night = 0; night < NIGHTS; night += 1) {
      const rate = base * season[night] * (1 + guests * 0.07)
      result.push({ hotel: id, night, rate, tax: rate * tax, commission: rate * 0.123 }) // <- here
    }
  }
  return result
}

function cheapest (all) {
  let best = all[0]
  for (const quote of all) if (quote.rate + quote.tax < best.rate + best.tax) best = quote
  return best
}

const app = Fastify()

app.addHook('onSend', async (request, reply) => {
  reply.header('x-history', String(history.length))
})

app.get('/', async (request) => {
  const offered = quotes(Number(request.query.guests ?? 2))
  history.add({ caller: request.id, offered })
  const { hotel, night, rate, tax } = cheapest(offered)
  return { hotel, night, total: Math.round((rate + tax) * 100) / 100 }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
