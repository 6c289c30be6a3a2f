'use strict'

const os = require('os')
const path = require('path')
const restify = require('restify')
const Conf = require('conf')

const settings = new Conf({
  cwd: path.join(os.tmpdir(), `ticketing-${process.pid}`),
  configName: 'settings',
  defaults: {
    currency: 'EUR',
    fees: { booking: 1.5, print: 0.8 },
    flags: { newPricing: true, seatMap: false, groupDiscount: true },
    venues: Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`v${i}`, { name: `Hall ${i}`, seats: 200 + i * 5, contact: `hall${i}@example.org` }]))
  }
})
const { flags, fees } = settings.store

const categories = [
  { name: 'front', factor: 2.2 }, { name: 'stalls', factor: 1.6 }, { name: 'circle', factor: 1.3 },
  { name: 'balcony', factor: 1 }, { name: 'standing', factor: 0.8 }
]
const events = Array.from({ length: 50 }, (_, i) => ({ id: String(i), title: `Concert ${i}`, base: 20 + i, venue: `v${i}` }))

function enabled (flag) {
  return flags[flag]
}

function price (event, category, count) {
  let total = event.base * category.factor * count
  if (enabled('newPricing')) total = Math.round(total * 1.02 * 100) / 100
  if (enabled('groupDiscount') && count >= 5) total *= 0.9
  return Math.round((total + fees.booking) * 100) / 100
}

function noStore (req, res, next) {
  res.header('Cache-Control', 'no-store')
  return next()
}

const server = restify.createServer({ name: 'ticketing' })
server.use(restify.plugins.queryParser())
server.use(noStore)

server.get('/events', (req, res, next) => {
  res.send(events.slice(0, 10))
  return next()
})

server.get('/events/:id/prices', (req, res, next) => {
  const event = events[req.params.id]
  if (!event) {
    res.send(404, { error: 'no such event' })
    return next()
  }
  const count = Math.min(Number(req.query.count) || 1, 20)
  const prices = categories.map(category => ({ category: category.name, total: price(event, category, count) }))
  res.send({ event: event.title, count, prices, seatMap: enabled('seatMap') })
  return next()
})

server.listen(process.env.PORT || 3000, '127.0.0.1')
