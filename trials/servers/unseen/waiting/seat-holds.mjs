import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Fastify from 'fastify'
import { Pool } from 'undici'

const ROWS = 40
const SEATS_PER_ROW = 60

class KeyedLock {
  #tails = new Map()

  async acquire (key) { // <- here
    const previous = this.#tails.get(key)
    let release
    this.#tails.set(key, new Promise((resolve) => { release = resolve })) // <- here
    await previous // <- here
    return release
  }
}

const upstream = fork(fileURLToPath(new URL('../upstream-eva.js', import.meta.url)), { execArgv: [] })
const [{ port }] = await once(upstream, 'message')
const ledger = new Pool(`http://127.0.0.1:${port}`)
const lock = new KeyedLock()
const nextFree = new Map([['matinee', 0], ['evening', 0]])

function seatName (index) {
  const row = Math.floor(index / SEATS_PER_ROW) % ROWS
  return `${row + 1}-${(index % SEATS_PER_ROW) + 1}`
}

async function recordHold (show, seat) {
  const { body } = await ledger.request({ method: 'POST', path: '/ledger/holds', body: JSON.stringify({ show, seat }) }) // <- here
  await body.dump()
}

const app = Fastify()

app.get('/', async (request, reply) => {
  const show = request.query.show ?? 'evening'
  if (!nextFree.has(show)) return reply.code(404).send({ error: 'no such show' })

  const release = await lock.acquire(show) // <- here
  try {
    const index = nextFree.get(show)
    const seat = seatName(index)
    await recordHold(show, seat) // <- here
    nextFree.set(show, (index + 1) % (ROWS * SEATS_PER_ROW))
    return { show, seat, heldUntil: new Date(Date.now() + 600_000).toISOString() }
  } finally {
    release()
  }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
