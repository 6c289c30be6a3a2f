'use strict'

const path = require('node:path')
const { fork } = require('node:child_process')
const { createHmac, randomUUID } = require('node:crypto')
const Fastify = require('fastify')

const shows = new Map([
  ['nutcracker', { title: 'The Nutcracker', fee: 2.5, booked: 0 }],
  ['messiah', { title: 'Messiah', fee: 1.9, booked: 0 }],
])

const tails = new Map()

function inTurn (key, task) {
  const before = tails.get(key) ?? Promise.resolve()
  const mine = before.then(task) // <- here
  tails.set(key, mine.catch(() => {}))
  return mine
}

function ticket (show, amount) {
  const id = randomUUID()
  const signature = createHmac('sha256', 'box-office').update(`${id}/${show.title}/${amount}`).digest('base64url')
  return { id, title: show.title, total: amount + show.fee, signature }
}

function build (ledger) {
  const app = Fastify()

  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', async (request, reply) => {
    const name = request.query.show ?? 'nutcracker'
    const show = shows.get(name)
    if (!show) return reply.code(404).send({ error: 'No such show' })
    return inTurn(name, async () => { // <- here
      const response = await fetch(`${ledger}/reserve?of=${name}`) // <- here
      const { amount } = await response.json()
      show.booked += 1
      return ticket(show, amount)
    })
  })

  return app
}

const upstream = fork(path.join(__dirname, '..', 'upstream-bob.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => {
  build(`http://127.0.0.1:${port}`).listen({ port: Number(process.env.PORT), host: process.env.HOST })
})
