'use strict'

const Koa = require('koa')

const app = new Koa()
app.use(function (ctx) {
  ctx.body = { hello: ctx.query.name ?? 'world' }
})
app.listen(process.env.PORT, process.env.HOST)
