// A shop on Koa: three middlewares, JSON.

import Koa from 'koa'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const app = new Koa()

app.use(async function (ctx, next) {
  ctx.set('X-Shop', 'open')
  await next()
})
app.use(async function (ctx, next) {
  if (!ctx.path.startsWith('/articles/')) ctx.throw(404)
  await next()
})
app.use(async function (ctx) {
  ctx.body = { id: ctx.path.slice('/articles/'.length), price: 10, currency: ctx.query.currency }
})

app.listen(PORT, HOST)
