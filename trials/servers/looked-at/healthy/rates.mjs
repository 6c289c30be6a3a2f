import Fastify from 'fastify'

const base = { EUR: 1, USD: 1.08, GBP: 0.85, CHF: 0.95, JPY: 169.2 }
let rates = { ...base }
let changed = new Date()

setInterval(() => {
  const next = {}
  for (const [code, value] of Object.entries(base)) {
    next[code] = code === 'EUR' ? 1 : Number((value * (0.995 + Math.random() / 100)).toFixed(4))
  }
  rates = next
  changed = new Date()
}, 5000).unref()

const app = Fastify()

const schema = {
  response: {
    200: {
      type: 'object',
      properties: {
        base: { type: 'string' },
        changed: { type: 'string' },
        rates: { type: 'object', additionalProperties: { type: 'number' } },
      },
    },
  },
}

app.addHook('onSend', async (request, reply) => {
  reply.header('cache-control', 'max-age=5')
})

app.get('/', { schema }, async () => ({ base: 'EUR', changed: changed.toISOString(), rates }))

app.get('/:code', async (request, reply) => {
  const code = request.params.code.toUpperCase()
  if (!Object.hasOwn(rates, code)) return reply.code(404).send({ error: 'no such currency' })
  return { code, rate: rates[code] }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
