import Fastify from 'fastify'

const atTheEnd = []

function defer (body) {
  atTheEnd.push(() => body.length) // <- here
}

const app = Fastify()
let last = 0
app.get('/', async function () {
  defer(Array.from({ length: 60 }, (_, i) => last++ + i)) // <- here
  return { waiting: atTheEnd.length }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
