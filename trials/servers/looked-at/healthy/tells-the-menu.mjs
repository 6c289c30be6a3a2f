import Fastify from 'fastify'

const menu = [
  { dish: 'Soup', price: 4.5 },
  { dish: 'Pasta', price: 9 },
  { dish: 'Cake', price: 3.8 }
]

const schema = {
  response: {
    200: {
      type: 'array',
      items: { type: 'object', properties: { dish: { type: 'string' }, price: { type: 'number' } } }
    }
  }
}

const app = Fastify()
app.addHook('onSend', async function (req, reply) {
  reply.header('cache-control', 'max-age=60')
})
app.get('/', { schema }, async () => menu)
app.get('/cheap', async () => menu.filter(({ price }) => price < 5))
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
