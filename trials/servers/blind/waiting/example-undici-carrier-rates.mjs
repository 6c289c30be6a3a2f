import path from 'node:path'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import Fastify from 'fastify'
import { Pool } from 'undici'

const child = fork(path.join(import.meta.dirname, '..', 'upstream-ann.js'), [], { execArgv: [] })
const [{ port }] = await once(child, 'message')

const carriers = new Pool(`http://127.0.0.1:${port}`, {
  connections: 3, // <- here
  pipelining: 1,
  keepAliveTimeout: 30_000,
})

async function fetchRate (ref) {
  const { statusCode, body } = await carriers.request({ path: `/rates?ref=${ref}`, method: 'GET' }) // <- here
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`carrier answered ${statusCode}`)
  }
  return body.json()
}

function surcharge (amount, month) {
  const table = [4, 4, 3, 2, 2, 1, 1, 1, 2, 3, 5, 6]
  return Math.round(amount * (1 + table[month] / 100))
}

const fastify = Fastify({ logger: false })

const opts = {
  schema: {
    response: {
      200: {
        type: 'object',
        properties: {
          ref: { type: 'string' },
          cents: { type: 'integer' },
          currency: { type: 'string' },
        },
      },
    },
  },
}

let requests = 0

fastify.addHook('onSend', async (request, reply) => {
  reply.header('x-served', requests)
})

// Declare a route
fastify.get('/', opts, async () => {
  const rate = await fetchRate(`RQ${++requests}`) // <- here
  return { ref: rate.ref, cents: surcharge(rate.amount, new Date().getMonth()), currency: rate.currency }
})

await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
