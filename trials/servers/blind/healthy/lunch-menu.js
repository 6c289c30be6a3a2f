'use strict'

const { createHash, pbkdf2Sync } = require('node:crypto')
const Fastify = require('fastify')

const salt = pbkdf2Sync('kitchen', 'lunch', 50_000, 16, 'sha256').toString('hex')

const dishes = Array.from({ length: 240 }, (_, i) => ({
  id: i + 1,
  name: `${['Lentil soup', 'Käsespätzle', 'Pike perch', 'Beef goulash', 'Risotto'][i % 5]} no. ${i + 1}`,
  price: 8.9 + (i % 11),
  allergens: ['A', 'C', 'G', 'L'].slice(i % 4),
  day: i % 5,
}))

const byDay = new Map()
for (const dish of [...dishes].sort((a, b) => a.name.localeCompare(b.name, 'de'))) {
  if (!byDay.has(dish.day)) byDay.set(dish.day, [])
  byDay.get(dish.day).push(dish)
}

const pages = new Map()

function page (day) {
  let found = pages.get(day)
  if (!found) {
    const menu = byDay.get(day).slice(0, 6)
    const tag = createHash('sha1').update(salt).update(JSON.stringify(menu)).digest('base64url')
    found = { menu, tag }
    pages.set(day, found)
  }
  return found
}

const dish = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    allergens: { type: 'array', items: { type: 'string' } },
  },
}
const schema = {
  response: { 200: { type: 'object', properties: { day: { type: 'integer' }, menu: { type: 'array', items: dish } } } },
}

const app = Fastify()
const served = { count: 0, last: new Array(50) }

app.addHook('onResponse', async (request, reply) => {
  served.last[served.count % 50] = reply.elapsedTime
  served.count += 1
})

app.get('/', { schema }, async (request, reply) => {
  const day = new Date().getDay() % 5
  const { menu, tag } = page(day)
  reply.header('etag', `"${tag}"`)
  return { day, menu }
})

app.listen({ port: Number(process.env.PORT), host: process.env.HOST })
