'use strict'

const Hapi = require('@hapi/hapi')
const NodeCache = require('node-cache')

const cache = new NodeCache({ stdTTL: 600, checkperiod: 120 }) // HERE

async function fetchCatalogue () {
  // stands for the nightly export of the shop system
  const bySku = {}
  for (let i = 0; i < 600; i++) {
    const sku = `A${10000 + i}`
    bySku[sku] = {
      sku,
      name: `Article ${i}`,
      group: `G${i % 25}`,
      prices: { EUR: 5 + (i % 90), USD: 6 + (i % 99) },
      variants: ['red', 'green', 'blue'].map((colour, n) => ({ colour, stock: (i * 7 + n) % 50, images: [`${sku}-${colour}-1.jpg`, `${sku}-${colour}-2.jpg`] }))
    }
  }
  return { exportedAt: new Date().toISOString(), bySku }
}

async function catalogue () {
  const cached = cache.get('catalogue') // HERE
  if (cached) return cached
  const fresh = await fetchCatalogue()
  cache.set('catalogue', fresh)
  return fresh
}

function availability (article) {
  const total = article.variants.reduce((sum, v) => sum + v.stock, 0)
  if (total === 0) return 'sold out'
  return total < 10 ? 'few left' : 'in stock'
}

async function main () {
  const server = Hapi.server({ port: process.env.PORT || 3000, host: '127.0.0.1' })

  server.ext('onPreResponse', (request, h) => {
    const { response } = request
    if (!response.isBoom) response.header('x-service', 'catalogue')
    return h.continue
  })

  server.route([
    {
      method: 'GET',
      path: '/articles/{sku}',
      handler: async (request, h) => {
        const { bySku } = await catalogue()
        const article = bySku[request.params.sku]
        if (!article) return h.response({ error: 'unknown article' }).code(404)
        return { ...article, availability: availability(article) }
      }
    },
    { method: 'GET', path: '/stats', handler: () => cache.getStats() }
  ])

  await catalogue()
  await server.start()
}

main()
