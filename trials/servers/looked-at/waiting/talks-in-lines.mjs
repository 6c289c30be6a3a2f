import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import Fastify from 'fastify'
import upstream from '../asked-service.js'

class Store {
  constructor (port) {
    this.socket = connect(port, '127.0.0.1')
    this.lines = createInterface({ input: this.socket })
    this.last = Promise.resolve()
  }

  async exchange (command) {
    this.socket.write(`${command}\n`)
    const [answer] = await once(this.lines, 'line') // <- here
    return answer
  }

  send (command) {
    const answer = this.last.then(() => this.exchange(command)) // <- here
    this.last = answer.catch(() => {})
    return answer
  }
}

const store = new Store((await upstream()).tcp)

const app = Fastify()
app.get('/health', async () => 'ok')
app.get('/', async function (req) {
  const greeting = await store.send(`6 GET greeting ${req.id}`) // <- here
  return { greeting }
})
await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
