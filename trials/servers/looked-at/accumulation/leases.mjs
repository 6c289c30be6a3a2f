import Fastify from 'fastify'
import { randomUUID } from 'node:crypto'

const TTL = 15 * 60_000

class LeaseTable {
  #first = null

  open (resource, holder, now) {
    const lease = { resource, holder, expires: now + TTL, next: null }
    if (this.#first === null || this.#before(lease, this.#first)) {
      lease.next = this.#first
      this.#first = lease
      return lease
    }
    let at = this.#first
    while (at.next !== null && !this.#before(lease, at.next)) at = at.next // <- here
    lease.next = at.next
    at.next = lease // <- here
    return lease
  }

  expire (now) {
    while (this.#first !== null && this.#first.expires <= now) this.#first = this.#first.next
  }

  #before (a, b) {
    return a.expires === b.expires ? a.resource < b.resource : a.expires < b.expires
  }
}

const table = new LeaseTable()
const resources = ['printer', 'scanner', 'plotter', 'projector', 'camera']
const app = Fastify()

app.decorateRequest('holder', '')
app.addHook('onRequest', async (request) => {
  request.holder = request.headers['x-holder'] ?? randomUUID()
})

app.get('/', async (request) => {
  const now = Date.now()
  table.expire(now)
  const leases = resources.map((name) => table.open(name, request.holder, now))
  return { holder: request.holder, until: leases.map((lease) => [lease.resource, lease.expires]) }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
