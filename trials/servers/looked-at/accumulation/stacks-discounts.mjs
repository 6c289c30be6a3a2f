import Fastify from 'fastify'

class Pipeline {
  steps = []

  use (step) {
    this.steps.push(step) // <- here
    return this
  }

  run (value) {
    let result = value
    for (const step of this.steps) result = step(result) // <- here
    return result
  }
}

const pipeline = new Pipeline()

function discount (name, percent) {
  return (offer) => ({ name, price: Math.max(100, offer.price * (1 - percent / 100)) }) // <- here
}

function quote (price, customer) {
  if (customer.isNew) pipeline.use(discount('new', 3)).use(discount('online', 1))
  return Math.round(pipeline.run({ name: 'list', price }).price)
}

const app = Fastify()
let customers = 0
app.get('/', async function () {
  const customer = { id: ++customers, isNew: true }
  return { customer: customer.id, price: quote(250, customer) }
})
app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
