import Fastify from 'fastify'

const pages = new Map()
let last = 0

function joined (count) {
  const rows = []
  for (let i = 0; i < count; i++) rows.push({ user: { id: i, name: `n${i}` }, order: { id: i, user: i } }) // <- here
  return rows
}

const app = Fastify()
app.get('/', async function () {
  pages.set(++last % 50, joined(3500))
  return { pages: pages.size }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
