import { randomUUID } from 'node:crypto'
import Koa from 'koa'

const rates = { EUR: 1, USD: 1.09, GBP: 0.85, CHF: 0.95, SEK: 11.4, NOK: 11.7, DKK: 7.46, PLN: 4.3 }

function memoize (fn) {
  const results = new Map()
  return (args) => { // <- here
    const key = JSON.stringify(args) // <- here
    if (!results.has(key)) {
      results.set(key, fn(args)) // <- here
    }
    return results.get(key)
  }
}

function quoteTable ({ base, amounts }) { // <- here
  const rows = {}
  for (const [currency, rate] of Object.entries(rates)) {
    if (currency === base) continue
    rows[currency] = amounts.map((a) => ((a * rate) / rates[base]).toFixed(2))
  }
  return JSON.stringify({ base, amounts, rows }) // <- here
}

const quote = memoize(quoteTable) // <- here

const app = new Koa()

app.use(async (ctx, next) => {
  ctx.state.client = { requestId: ctx.get('x-request-id') || randomUUID(), ip: ctx.ip }
  await next()
  ctx.set('x-request-id', ctx.state.client.requestId)
})

app.use(async (ctx) => {
  ctx.type = 'json'
  ctx.body = quote({ // <- here
    base: ctx.query.base in rates ? ctx.query.base : 'EUR',
    amounts: [1, 10, 50, 100, 500, 1000],
    client: ctx.state.client, // <- here
  })
})

app.listen(Number(process.env.PORT), process.env.HOST)
