'use strict'

process.env.NODE_ENV = process.env.NODE_ENV || 'production'
const Koa = require('koa')
const Router = require('@koa/router')
const { createBundleRenderer } = require('vue-server-renderer')
const serverBundle = require('./vue-offers.server-bundle.json') // built by vue-ssr-webpack-plugin

const template = `<!doctype html>
<html lang="en"><head><title>{{ title }}</title></head>
<body><!--vue-ssr-outlet--></body></html>`

const renderer = createBundleRenderer(serverBundle, { template, basedir: __dirname, runInNewContext: false })

const offers = Array.from({ length: 10 }, (_, i) => ({
  name: `Weekend trip ${i}`,
  cents: 9900 + i * 450,
  old: i % 4 ? 0 : 12900 + i * 450,
  hot: i % 5 === 0,
  until: `2025-${String(1 + (i % 12)).padStart(2, '0')}-15`
}))

function currentOffers (region) {
  return region === 'north' ? offers.filter((_, i) => i % 2 === 0) : offers
}

async function etagless (ctx, next) {
  await next()
  ctx.set('Cache-Control', 'private, no-cache')
}

const app = new Koa()
const router = new Router()

router.get('/offers', async ctx => {
  const context = { title: 'Offers', user: ctx.get('x-user') || 'guest', offers: currentOffers(ctx.query.region) }
  ctx.type = 'html'
  ctx.body = await renderer.renderToString(context)
})

router.get('/offers.json', ctx => {
  ctx.body = currentOffers(ctx.query.region)
})

app.use(etagless)
app.use(router.routes())
app.listen(process.env.PORT || 3000, '127.0.0.1')
