import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'

const MOST = 3
let underWay = 0

const app = Fastify()
app.get('/', async function (req, reply) {
  if (underWay >= MOST) return reply.code(503).send({ error: 'full' }) // <- here
  underWay++
  await wait(5)
  underWay--
  return { ok: true }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
