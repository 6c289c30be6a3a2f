'use strict'

const Koa = require('koa')

const app = new Koa()
app.silent = true
app.use(function (ctx) {
  ctx.assert(ctx.get('authorization'), 401, 'no token') // <- here
  ctx.body = 'hello\n'
})
app.listen(process.env.PORT, process.env.HOST)
