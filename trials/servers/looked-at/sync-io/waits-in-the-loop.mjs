import Fastify from 'fastify'

const cell = new Int32Array(new SharedArrayBuffer(4))

function sleep (ms) {
  Atomics.wait(cell, 0, 0, ms) // <- here
}

const app = Fastify()
app.get('/', async function () {
  sleep(6)
  return { at: Date.now() }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
