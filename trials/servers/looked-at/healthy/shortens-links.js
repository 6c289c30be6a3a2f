'use strict'

const Koa = require('koa')

const links = new Map([['docs', 'https://docs.example.com'], ['jobs', 'https://jobs.example.com']])

const routes = {
  '/' (ctx) {
    ctx.body = { links: [...links.keys()] }
  },
  '/docs' (ctx) {
    ctx.redirect(links.get('docs'))
  }
}

const app = new Koa()

app.use(async function (ctx, next) {
  const start = performance.now()
  await next()
  ctx.set('server-timing', `app;dur=${(performance.now() - start).toFixed(2)}`)
})

app.use(async function (ctx) {
  const route = routes[ctx.path]
  if (route) await route(ctx)
})

app.listen(process.env.PORT, process.env.HOST)
