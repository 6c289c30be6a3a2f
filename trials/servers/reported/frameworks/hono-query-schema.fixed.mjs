import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import Ajv from 'ajv'

const ajv = new Ajv({ allErrors: true, coerceTypes: true })
const app = new Hono()

const categories = {
  shoes: { sizes: ['36', '37', '38', '39', '40', '41', '42', '43', '44', '45'], materials: ['leather', 'canvas', 'suede'], maxPrice: 400 },
  shirts: { sizes: ['S', 'M', 'L', 'XL'], materials: ['cotton', 'linen'], maxPrice: 150 },
  bags: { sizes: ['small', 'large'], materials: ['leather', 'nylon'], maxPrice: 900 }
}

const products = Array.from({ length: 240 }, (_, i) => {
  const category = Object.keys(categories)[i % 3]
  const { sizes, materials, maxPrice } = categories[category]
  return { sku: `P${1000 + i}`, category, size: sizes[i % sizes.length], material: materials[i % materials.length], price: 10 + (i * 7) % maxPrice }
})

function filterSchema (category) {
  const { sizes, materials, maxPrice } = categories[category]
  return {
    type: 'object',
    properties: {
      size: { type: 'string', enum: sizes },
      material: { type: 'string', enum: materials },
      maxPrice: { type: 'number', minimum: 1, maximum: maxPrice },
      page: { type: 'integer', minimum: 1, default: 1 }
    },
    additionalProperties: false
  }
}

const validators = new Map()

function checkFilter (category, query) {
  if (!validators.has(category)) validators.set(category, ajv.compile(filterSchema(category)))
  const validate = validators.get(category)
  const filter = { ...query }
  return validate(filter) ? { filter } : { errors: validate.errors.map(e => `${e.instancePath} ${e.message}`) }
}

function search (category, { size, material, maxPrice = Infinity }) {
  return products.filter(p => p.category === category && p.price <= maxPrice &&
    (size === undefined || p.size === size) && (material === undefined || p.material === material))
}

app.use('*', async (c, next) => {
  await next()
  c.header('Cache-Control', 'private, max-age=30')
})

app.get('/categories', c => c.json(Object.keys(categories)))

app.get('/products/:category', c => {
  const category = c.req.param('category')
  if (!(category in categories)) return c.json({ error: 'unknown category' }, 404)
  const { filter, errors } = checkFilter(category, c.req.query())
  if (errors) return c.json({ errors }, 400)
  return c.json(search(category, filter).slice(0, 20))
})

serve({ fetch: app.fetch, port: Number(process.env.PORT || 3000), hostname: '127.0.0.1' })
