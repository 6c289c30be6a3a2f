import { createHash } from 'node:crypto'
import Koa from 'koa'

const first = ['Åsa', 'bengt', 'Cecilia', 'Örjan', 'david', 'Ebba', 'Frida', 'Gösta', 'hanna', 'Ivar']
const last = ['Nyström', 'Ek', 'Åkesson', 'Dahl', 'öberg', 'Lind', 'Berg']

const members = new Map()
for (let i = 0; i < 70; i++) {
  const name = `${first[(i * 7) % 10]} ${last[(i * 3 + Math.floor(i / 10)) % 7]} ${(i * 29) % 70}`
  members.set(`u${i}`, { id: `u${i}`, name, seen: 1_700_000_000 + i * 61, muted: i % 11 === 0 })
}

const byName = (a, b) => a.name.localeCompare(b.name, 'sv', { sensitivity: 'base', numeric: true }) // <- here

function initials (name) {
  return name.split(' ').filter((part) => /^\p{L}/u.test(part)).map((part) => part[0].toUpperCase()).join('')
}

function roster () {
  return [...members.values()]
    .sort(byName) // <- here
    .map(({ id, name, seen, muted }) => ({ id, name, initials: initials(name), seen, muted }))
}

function unread (channel, since) {
  let count = 0
  for (const message of channel.messages) {
    if (message.at > since) count++
  }
  return count
}

const channel = {
  topic: 'Support, second line',
  messages: Array.from({ length: 300 }, (_, i) => ({ at: 1_700_000_000 + i * 20, from: `u${i % 70}` })),
}

const app = new Koa()

app.use(async (ctx, next) => {
  const started = process.hrtime.bigint()
  await next()
  ctx.set('server-timing', `app;dur=${Number(process.hrtime.bigint() - started) / 1e6}`)
})

app.use(async (ctx, next) => {
  await next()
  if (ctx.body) ctx.etag = createHash('sha1').update(JSON.stringify(ctx.body)).digest('base64')
})

app.use(async (ctx) => {
  if (ctx.path !== '/') return
  ctx.body = { topic: channel.topic, unread: unread(channel, 1_700_003_000), members: roster() }
})

app.listen(Number(process.env.PORT), process.env.HOST)
