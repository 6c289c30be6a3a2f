'use strict'

const fastify = require('fastify')({ logger: false })
const mercurius = require('mercurius')
const DataLoader = require('dataloader')

const rates = { EUR: 1, USD: 1.08, CHF: 0.95 }
const products = Array.from({ length: 60 }, (_, i) => ({ sku: `K-${i}`, name: `Kettle ${i}`, cents: 1990 + i * 25, maker: `m${i % 5}` }))
const makers = Array.from({ length: 5 }, (_, i) => ({ id: `m${i}`, name: `Maker ${i}` }))

async function loadPrices (keys) {
  const bySku = new Map(products.map(p => [p.sku, p.cents]))
  return keys.map(({ sku, currency }) => ({
    amount: Math.round(bySku.get(sku) * rates[currency]) / 100,
    currency,
    label: `${(bySku.get(sku) * rates[currency] / 100).toFixed(2)} ${currency}`
  }))
}

async function loadMakers (ids) {
  return ids.map(id => makers.find(m => m.id === id))
}

const prices = new DataLoader(loadPrices) // HERE

const schema = `
  type Price { amount: Float!, currency: String!, label: String! }
  type Maker { id: ID!, name: String! }
  type Product { sku: ID!, name: String!, maker: Maker!, price(currency: String = "EUR"): Price! }
  type Query { products(first: Int = 20): [Product!]!, product(sku: ID!): Product }
`

const resolvers = {
  Query: {
    products: (_, { first }) => products.slice(0, Math.min(first, 50)),
    product: (_, { sku }) => products.find(p => p.sku === sku)
  },
  Product: {
    price: (product, { currency }) => prices.load({ sku: product.sku, currency }),
    maker: (product, _, { makers }) => makers.load(product.maker)
  }
}

fastify.register(mercurius, {
  schema,
  resolvers,
  context: () => ({ makers: new DataLoader(loadMakers) })
})

fastify.addHook('onSend', async (request, reply) => {
  reply.header('x-api', 'products')
})

fastify.get('/health', async () => ({ ok: true }))

fastify.listen(process.env.PORT || 3000, '127.0.0.1')
