import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Koa from 'koa'
import { Client } from 'undici'

const here = path.dirname(fileURLToPath(import.meta.url))
const upstream = fork(path.join(here, '..', 'upstream-eve.js'), [], { execArgv: [] })
const [{ port }] = await once(upstream, 'message')

const cellar = new Client(`http://127.0.0.1:${port}`) // <- here

const wines = [
  { slug: 'riesling', year: 2021, vat: 0.19, net: 8.2 },
  { slug: 'silvaner', year: 2022, vat: 0.19, net: 6.9 },
  { slug: 'spaetburgunder', year: 2019, vat: 0.19, net: 13.4 },
]
let asked = 0

async function stockOf (wine) {
  const { statusCode, body } = await cellar.request({ // <- here
    path: `/bins?wine=${encodeURIComponent(wine.slug)}`,
    method: 'GET',
    headers: { accept: 'application/json' },
  })
  const stock = await body.json()
  if (statusCode !== 200) throw new Error(`cellar answered ${statusCode}`)
  return stock
}

function label (wine) {
  const gross = wine.net * (1 + wine.vat)
  return {
    name: wine.slug.replace(/^./, (c) => c.toUpperCase()),
    year: wine.year,
    price: new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(gross),
  }
}

const app = new Koa()
app.silent = true

app.use(async (ctx, next) => {
  await next()
  ctx.set('cache-control', 'no-store')
})

app.use(async (ctx) => {
  const wine = wines[asked++ % wines.length]
  const stock = await stockOf(wine)
  ctx.body = { ...label(wine), bottles: stock.bottles, bins: stock.bins }
})

app.listen(Number(process.env.PORT), process.env.HOST)
