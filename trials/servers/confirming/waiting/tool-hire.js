'use strict'

const http = require('node:http')
const path = require('node:path')
const { fork } = require('node:child_process')
const Koa = require('koa')
const { Pool } = require('sequelize-pool')

let backend

function ask (agent, where) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: backend, path: where, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => resolve(JSON.parse(text)))
    }).on('error', reject)
  })
}

const ledger = new Pool({
  name: 'ledger',
  create: async () => new http.Agent({ keepAlive: true, maxSockets: 1 }),
  destroy: (line) => line.destroy(),
  validate: () => true,
  min: 0,
  max: 4, // <- here
})

const courier = new http.Agent({ keepAlive: true })

async function withLine (work) {
  const line = await ledger.acquire() // <- here
  try {
    return await work(line)
  } finally {
    ledger.release(line)
  }
}

function offer (days) {
  return withLine(async (line) => {
    const entry = await ask(line, '/ledger')
    if (entry.onShelf === 0) return { tool: entry.tool, available: false }
    const delivery = await ask(courier, '/courier') // <- here
    return { tool: entry.tool, available: true, price: entry.dayRate * days + delivery.fee, slot: delivery.slot }
  })
}

const app = new Koa()

app.use(async (ctx, next) => {
  await next().catch((err) => {
    ctx.status = 502
    ctx.body = { error: err.message }
  })
})

app.use(async (ctx) => {
  const days = Math.min(14, Math.max(1, Number(ctx.query.days) || 2))
  ctx.body = { days, ...(await offer(days)) }
})

const upstream = fork(path.join(__dirname, '..', 'upstream-fay.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => {
  backend = port
  app.listen(Number(process.env.PORT), process.env.HOST)
})
