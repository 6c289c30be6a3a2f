import Fastify from 'fastify'

const titles = Array.from({ length: 1500 }, (_, i) => ({ title: `Title ${(i * 7919) % 1500}`, likes: i % 97 }))

function byTitle (a, b) {
  return a.title.localeCompare(b.title) // <- here
}

function ranked () {
  return [...titles].sort(byTitle).slice(0, 10) // <- here
}

const app = Fastify()
app.get('/', async () => ranked())
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
