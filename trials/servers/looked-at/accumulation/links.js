const Koa = require('koa')
const { createHash } = require('node:crypto')

// Builds the signed link to the next page of a listing.
class Pager {
  constructor (base) {
    this.url = new URL(base)
    this.url.searchParams.set('limit', '20')
  }

  next (cursor) {
    const params = this.url.searchParams
    params.append('cursor', cursor) // <- here
    const signature = createHash('md5').update(this.url.search).digest('base64url') // <- here
    return { cursor, limit: params.get('limit'), signature }
  }
}

function listing (start) {
  const rows = []
  for (let i = 0; i < 20; i++) rows.push({ id: start + i, name: `item ${start + i}` })
  return rows
}

const app = new Koa()
const pager = new Pager('https://shop.example/items')
let position = 0

app.use(async (ctx, next) => {
  await next()
  ctx.set('cache-control', 'no-store')
})

app.use((ctx) => {
  if (ctx.path !== '/') return
  position = (position + 20) % 1_000_000
  const rows = listing(position)
  const link = pager.next(`c${position.toString(36)}`)
  ctx.body = { rows, link }
})

app.listen(Number(process.env.PORT), process.env.HOST)
