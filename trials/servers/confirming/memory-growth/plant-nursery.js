'use strict'

const Koa = require('koa')

const FAMILIES = ['Acer', 'Betula', 'Cornus', 'Daphne', 'Erica']
const plants = Array.from({ length: 60 }, (_, i) => ({
  id: i + 1,
  name: `${FAMILIES[i % FAMILIES.length]} no. ${i + 1}`,
  cents: 450 + ((i * 331) % 9000),
  pots: (i * 7) % 40,
  sowing: i % 12,
}))

let close
const closing = new Promise((resolve) => { // <- here
  close = resolve
})
process.once('SIGTERM', () => {
  close({ closed: true })
  process.exit(0)
})

function euros (cents) {
  return `${(cents / 100).toFixed(2)} EUR`
}

async function priceList (month) {
  const rows = []
  for (const plant of plants) {
    const out = (plant.sowing + 12 - month) % 12 > 3
    if (out || rows.length === 20) continue
    const place = `bed ${plant.id % 9}, row ${plant.sowing + 1}`
    rows.push({ name: plant.name, place, price: euros(plant.cents), pots: plant.pots })
  }
  return { month, rows, total: euros(rows.reduce((sum, { pots }) => sum + pots * 100, 0)) }
}

const cache = new Map()

// One greeting for each month, so this stays small.
function greeting (month) {
  if (!cache.has(month)) cache.set(month, `Welcome to the beds of month ${month + 1}`)
  return cache.get(month)
}

const app = new Koa()

app.use(async (ctx, next) => {
  const start = process.hrtime.bigint()
  await next()
  ctx.set('x-response-time', `${(process.hrtime.bigint() - start) / 1000n} us`)
})

app.use(async (ctx) => {
  if (ctx.path !== '/') return
  const month = new Date().getMonth()
  const list = await Promise.race([priceList(month), closing]) // <- here
  if (list.closed) ctx.throw(503, 'The nursery closes')
  ctx.body = { greeting: greeting(month), ...list }
})

app.on('error', (err) => {
  if (!err.expose) process.stderr.write(`${err.message}\n`)
})

app.listen(Number(process.env.PORT), process.env.HOST)
