'use strict'

const fastify = require('fastify')
const { Lock } = require('./lock')
const seats = require('./seats')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const lock = new Lock()
const app = fastify()

// Two people must not get the same seat.
app.post('/concerts/:id/book', ({ params }) =>
  lock.whileTaken(async function () {
    const free = await seats.free(params.id)
    if (free === 0) return { booked: false }
    await seats.setFree(params.id, free - 1)
    return { booked: true }
  })
)

app.get('/concerts/:id', ({ params }) =>
  lock.whileTaken(async () => ({ id: params.id, free: await seats.free(params.id) }))
)

app.listen({ port: PORT, host: HOST })
