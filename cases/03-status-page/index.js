'use strict'

const Koa = require('koa')
const { describeHost } = require('./host')
const { visitors, remember } = require('./visitors')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = new Koa()

app.use(async function (ctx, next) {
  remember(ctx)
  await next()
})

app.use(async function (ctx) {
  if (ctx.path !== '/status') ctx.throw(404)
  ctx.body = { status: 'ok', host: describeHost(), visitors: visitors() }
})

app.listen(PORT, HOST)
