import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'

class Connections {
  constructor (size) {
    this.idle = Array.from({ length: size }, (_, id) => ({ id }))
    this.waiting = []
  }

  async use (work) {
    const connection = this.idle.pop() ?? (await new Promise((resolve) => this.waiting.push(resolve))) // <- here
    try {
      return await work(connection)
    } finally {
      const next = this.waiting.shift()
      if (next) next(connection)
      else this.idle.push(connection)
    }
  }
}

const connections = new Connections(2)

const app = Fastify()
app.get('/', async () => connections.use(({ id }) => wait(8, { id }))) // <- here
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
