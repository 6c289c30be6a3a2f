'use strict'
const { fork } = require('node:child_process')
const http = require('node:http')
const path = require('node:path')
const Koa = require('koa')

const MAX_RENDERS = 4
const SIZES = { small: 120, medium: 320, large: 800 }

const agent = new http.Agent({ keepAlive: true })
let renderPort
let rendering = 0

function render (image, width) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: renderPort, path: `/render/${image}?w=${width}`, agent }
    http.get(options, (res) => {
      const chunks = []
      res.on('data', (chunk) => chunks.push(chunk))
      res.on('end', () => resolve(Buffer.concat(chunks)))
      res.on('error', reject)
    }).on('error', reject)
  })
}

async function admission (ctx, next) { // <- here
  if (rendering >= MAX_RENDERS) { // <- here
    ctx.status = 503 // <- here
    ctx.set('Retry-After', '1')
    ctx.body = { error: 'renderer busy' } // <- here
    return
  }
  rendering++
  try {
    await next()
  } finally {
    rendering--
  }
}

const app = new Koa()
app.use(admission) // <- here
app.use(async (ctx) => {
  const width = SIZES[ctx.query.size] ?? SIZES.medium
  const image = ctx.query.image ?? 'hero'
  ctx.body = await render(image, width)
  ctx.type = 'application/octet-stream'
})

const upstream = fork(path.join(__dirname, '../upstream-eva.js'), { execArgv: [] })
upstream.once('message', ({ port }) => {
  renderPort = port
  app.listen(Number(process.env.PORT), process.env.HOST)
})
