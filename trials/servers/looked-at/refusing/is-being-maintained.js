'use strict'

const Koa = require('koa')

const settings = {
  maintenance: { from: Date.now() - 60_000, until: Date.now() + 6 * 3600_000 },
  motd: 'Have a nice day'
}

function maintenance ({ from, until }) {
  return async function (ctx, next) {
    const now = Date.now()
    if (now < from || now > until) return next()
    ctx.status = 503 // <- here
    ctx.set('retry-after', String(Math.ceil((until - now) / 1000)))
    ctx.body = 'We will be back soon\n'
  }
}

const app = new Koa()

app.use(async function (ctx, next) {
  await next()
  ctx.set('x-served-by', 'portal-2')
})
app.use(maintenance(settings.maintenance))
app.use(async function (ctx) {
  ctx.body = `${settings.motd}\n`
})

app.listen(process.env.PORT, process.env.HOST)
