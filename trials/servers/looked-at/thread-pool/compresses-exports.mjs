import Fastify from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const compress = promisify(brotliCompress)
const rows = Array.from({ length: 1500 }, (_, i) => `${i};${(i * 7919) % 1009};name ${i}`).join('\n')

async function exported () {
  return compress(rows) // <- here
}

const app = Fastify()
app.get('/', async (req, reply) => reply.send(await exported())) // <- here
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
