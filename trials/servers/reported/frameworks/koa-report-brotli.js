'use strict'

const Koa = require('koa')
const Router = require('@koa/router')
const compress = require('koa-compress')

const app = new Koa()
const router = new Router()

const departures = Array.from({ length: 80 }, (_, i) => ({
  line: `${['S', 'U', 'R'][i % 3]}${1 + (i % 9)}`,
  to: ['Airport', 'Central Station', 'Harbour', 'University', 'Zoo', 'Old Town'][i % 6],
  platform: 1 + (i % 12),
  planned: 360 + i * 7
}))

function clock (minutes) {
  const m = minutes % 1440
  return `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
}

function board (now) {
  return departures.map((d, i) => {
    const delay = (now + i * 13) % 9
    return { line: d.line, to: d.to, platform: d.platform, planned: clock(d.planned), expected: clock(d.planned + delay), delayed: delay > 3 }
  })
}

async function responseTime (ctx, next) {
  const start = Date.now()
  await next()
  ctx.set('X-Response-Time', `${Date.now() - start}ms`)
}

async function errors (ctx, next) {
  try {
    await next()
  } catch (err) {
    ctx.status = err.status || 500
    ctx.body = { error: err.message }
  }
}

app.use(errors)
app.use(compress({ threshold: 2048 })) // HERE
app.use(responseTime)

router.get('/departures', ctx => {
  ctx.set('Cache-Control', 'no-store')
  ctx.body = { at: new Date().toISOString(), departures: board(Math.floor(Date.now() / 1000)) }
})
router.get('/lines', ctx => { ctx.body = [...new Set(departures.map(d => d.line))] })

app.use(router.routes()).use(router.allowedMethods())
app.listen(process.env.PORT || 3000, '127.0.0.1')
