const Koa = require('koa')

const greetings = new Map([
  ['en', 'Good morning'],
  ['de', 'Guten Morgen'],
  ['fr', 'Bonjour'],
  ['it', 'Buongiorno'],
])

const counters = { requests: 0, errors: 0 }
const app = new Koa()

app.use(async (ctx, next) => {
  counters.requests += 1
  try {
    await next()
  } catch (error) {
    counters.errors += 1
    ctx.status = error.status ?? 500
    ctx.body = { error: error.expose ? error.message : 'internal error' }
  }
})

app.use(async (ctx, next) => {
  if (ctx.path === '/stats') ctx.body = { ...counters }
  else await next()
})

app.use((ctx) => {
  ctx.assert(ctx.path === '/', 404, 'nothing here')
  const language = ctx.acceptsLanguages(...greetings.keys()) || 'en'
  ctx.vary('accept-language')
  ctx.type = 'text/plain'
  ctx.body = `${greetings.get(language)}!\n`
})

app.listen(Number(process.env.PORT), process.env.HOST)
