import { EventEmitter } from 'node:events'
import Fastify from 'fastify'

const warehouse = new EventEmitter()
warehouse.setMaxListeners(0)

const articles = ['SKU-100', 'SKU-200', 'SKU-300', 'SKU-400'].map((sku, i) => ({ sku, onHand: 5000 + i * 250 }))

class ArticleView {
  constructor (article) { // <- here
    this.article = article
    this.onHand = article.onHand
    this.reserved = 0
    warehouse.on('movement', (movement) => this.apply(movement)) // <- here
  }

  apply (movement) {
    if (movement.sku !== this.article.sku) return
    this.onHand -= movement.quantity
    this.reserved += movement.quantity
  }

  toJSON () {
    return { sku: this.article.sku, onHand: this.onHand, reserved: this.reserved }
  }
}

let orders = 0

async function reserve (article, quantity) {
  const view = new ArticleView(article) // <- here
  warehouse.emit('movement', { sku: article.sku, quantity }) // <- here
  return view
}

const fastify = Fastify({ logger: false })

fastify.get('/', async () => {
  const article = articles[orders++ % articles.length]
  const view = await reserve(article, 1)
  return { order: orders, article: view.toJSON() }
})

fastify.get('/articles', async () => articles)

await fastify.listen({ port: Number(process.env.PORT), host: process.env.HOST })
