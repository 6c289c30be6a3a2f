import Fastify from 'fastify'

const fastify = Fastify({ logger: false })

const brands = ['bosch', 'makita', 'metabo', 'festool', 'hilti', 'dewalt', 'stanley', 'einhell', 'ryobi', 'fein']
const tools = ['drill', 'jigsaw', 'sander', 'grinder', 'planer', 'router', 'hammer', 'chisel', 'wrench', 'level']
const products = brands.flatMap((brand) =>
  tools.flatMap((tool) => [180, 240, 360].map((size) => `${brand} ${tool} ${size}`)))

const width = 64
let previous = new Uint16Array(width)
let current = new Uint16Array(width)

function distance (a, b) { // <- here
  for (let j = 0; j <= b.length; j++) previous[j] = j
  for (let i = 1; i <= a.length; i++) { // <- here
    current[0] = i
    for (let j = 1; j <= b.length; j++) { // <- here
      const swap = previous[j - 1] + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1) // <- here
      current[j] = Math.min(swap, previous[j] + 1, current[j - 1] + 1) // <- here
    }
    [previous, current] = [current, previous]
  }
  return previous[b.length]
}

function suggest (term, count) { // <- here
  const best = []
  for (const name of products) {
    const score = distance(term, name) // <- here
    if (best.length < count || score < best[best.length - 1].score) {
      best.push({ name, score })
      best.sort((x, y) => x.score - y.score)
      if (best.length > count) best.pop()
    }
  }
  return best
}

fastify.get('/', async (request) => {
  const term = (request.query.q ?? 'festol jigsw 240').slice(0, width - 1).toLowerCase()
  return { term, suggestions: suggest(term, 5) } // <- here
})

await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
