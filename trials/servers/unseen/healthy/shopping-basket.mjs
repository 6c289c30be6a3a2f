import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'

const MAX_BASKETS = 2000

const prices = new Map([['tea', 495], ['coffee', 895], ['cocoa', 650], ['honey', 725]])
const articles = [...prices.keys()]

class BasketStore {
  #baskets = new Map()

  get (id) {
    const basket = this.#baskets.get(id)
    if (basket) {
      this.#baskets.delete(id)
      this.#baskets.set(id, basket)
    }
    return basket
  }

  create () {
    const basket = { id: randomUUID(), items: [articles[this.#baskets.size % articles.length], 'tea'] }
    if (this.#baskets.size >= MAX_BASKETS) {
      this.#baskets.delete(this.#baskets.keys().next().value)
    }
    this.#baskets.set(basket.id, basket)
    return basket
  }
}

const store = new BasketStore()
const app = Fastify()

const schema = {
  response: {
    200: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        items: { type: 'array', items: { type: 'string' } },
        cents: { type: 'integer' },
      },
    },
  },
}

app.get('/', { schema }, async (request) => {
  const basket = store.get(request.query.basket) ?? store.create()
  const cents = basket.items.reduce((sum, item) => sum + prices.get(item), 0)
  return { id: basket.id, items: basket.items, cents }
})

await app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
