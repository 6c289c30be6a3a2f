import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { Pool } from 'undici'

const MAX_AGE_MS = 60_000

class RatesError extends Error {
  constructor (message, statusCode) {
    super(message)
    this.name = 'RatesError'
    this.statusCode = statusCode
  }
}

const upstream = fork(fileURLToPath(new URL('../upstream-eva.js', import.meta.url)), { execArgv: [] })
const [{ port }] = await once(upstream, 'message')
const bank = new Pool(`http://127.0.0.1:${port}`, { connections: 20 })

let cached = { at: 0, rates: null }

async function loadRates () {
  const { statusCode, body } = await bank.request({ method: 'GET', path: '/rates/daily' })
  if (statusCode !== 200) { // <- here
    await body.dump()
    throw new RatesError(`rates service answered ${statusCode}`, 502) // <- here
  }
  return body.json()
}

async function currentRates () {
  if (Date.now() - cached.at > MAX_AGE_MS) {
    const rates = await loadRates()
    cached = { at: Date.now(), rates }
  }
  return cached.rates
}

const app = Fastify()

app.setErrorHandler((err, request, reply) => { // <- here
  reply.code(err.statusCode ?? 500).send({ error: err.message }) // <- here
})

app.get('/', async (request) => {
  const amount = Number(request.query.amount ?? 100)
  const currency = request.query.currency ?? 'USD'
  const rates = await currentRates()
  return { amount, currency, euros: amount / rates[currency] }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
