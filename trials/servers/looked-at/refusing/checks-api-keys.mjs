import Fastify from 'fastify'

const keys = new Map([
  ['k-4711', { team: 'shipping', scopes: ['read', 'write'] }],
  ['k-4712', { team: 'finance', scopes: ['read'] }]
])

const app = Fastify()

app.decorateRequest('team', null)

app.addHook('preHandler', async function (req, reply) {
  if (req.routeOptions.config.public) return
  const client = keys.get(req.headers['x-api-key'])
  if (!client?.scopes.includes('read')) {
    return reply.code(401).send({ error: 'unknown api key' }) // <- here
  }
  req.team = client.team
})

app.get('/health', { config: { public: true } }, async () => ({ ok: true }))
app.get('/', async (req) => ({ team: req.team, parcels: 12 }))

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
