'use strict'
const Koa = require('koa')

// Buffers are reused, so that rendering needs no new ones.
class BufferPool {
  constructor () {
    this.bySize = new Map()
  }

  take (size) {
    const free = this.bySize.get(size)
    return free && free.length > 0 ? free.pop() : Buffer.allocUnsafeSlow(Math.ceil(size / 1024) * 1024)
  }

  give (buffer) {
    const free = this.bySize.get(buffer.length)
    if (free) free.push(buffer) // <- here
    else this.bySize.set(buffer.length, [buffer])
  }
}

const pool = new BufferPool()

function render (label, value) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="20">' +
    '<rect rx="3" width="160" height="20" fill="#555"/>' +
    `<text x="8" y="14">${label}</text><text x="100" y="14">${value}</text></svg>`
  const size = Buffer.byteLength(svg)
  const buffer = pool.take(size)
  const used = buffer.write(svg)
  const text = buffer.toString('utf8', 0, used)
  pool.give(buffer)
  return text
}

const app = new Koa()
let served = 0

app.use(async (ctx, next) => {
  ctx.set('cache-control', 'no-cache')
  await next()
})

app.use((ctx) => {
  if (ctx.path !== '/') return
  ctx.type = 'image/svg+xml'
  ctx.body = render('served', ++served)
})

app.listen(Number(process.env.PORT), process.env.HOST)
