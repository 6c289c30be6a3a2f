import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ at: Date.now() }))
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
