'use strict'

const Koa = require('koa')

const CURRENCIES = ['EUR', 'USD', 'JPY']

const ledger = Array.from({ length: 60 }, (_, i) => ({
  text: `Booking ${i}`,
  amount: ((i * 7919) % 100_000) / 100 - 400,
  currency: CURRENCIES[i % CURRENCIES.length]
}))

function money (amount, currency) {
  return amount.toLocaleString('de-DE', { style: 'currency', currency }) // <- here
}

function statement (bookings) {
  const lines = bookings.map(function ({ text, amount, currency }) {
    return `${text.padEnd(20)}${money(amount, currency).padStart(16)}`
  })
  return `${lines.join('\n')}\n`
}

const app = new Koa()

app.use(async function timing (ctx, next) {
  const start = Date.now()
  await next()
  ctx.set('x-response-time', `${Date.now() - start} ms`)
})

app.use(async function (ctx) {
  ctx.type = 'text'
  ctx.body = statement(ledger)
})

app.listen(process.env.PORT, process.env.HOST)
