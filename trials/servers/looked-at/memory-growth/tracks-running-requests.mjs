import Fastify from 'fastify'

const running = new Set()

function track (app) {
  app.addHook('onRequest', async function (req, reply) {
    running.add({ req, reply, since: process.hrtime.bigint() }) // <- here
  })
  app.addHook('onRequestAbort', async function (req) {
    for (const one of running) if (one.req === req) running.delete(one)
  })
}

const app = Fastify()
track(app)

app.get('/running', async () => ({ running: running.size }))
app.get('/', async function () {
  return { service: 'parcels', version: 4 }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
