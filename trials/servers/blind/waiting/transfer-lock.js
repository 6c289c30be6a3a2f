'use strict'

const { fork } = require('node:child_process')
const http = require('node:http')
const path = require('node:path')

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
let ledgerPort = 0
let arrivals = 0

class Locks {
  constructor () {
    this.tails = new Map()
  }

  async hold (name, work) {
    const before = this.tails.get(name) || Promise.resolve()
    const run = before.then(work, work) // <- here
    this.tails.set(name, run)
    try {
      return await run
    } finally {
      if (this.tails.get(name) === run) this.tails.delete(name)
    }
  }
}

const locks = new Locks()

function ledger (customer) {
  return new Promise((resolve, reject) => {
    const call = http.get({ port: ledgerPort, host: '127.0.0.1', path: `/ledger?c=${customer}`, agent }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk) => { text += chunk })
      reply.on('end', () => resolve(JSON.parse(text)))
      reply.on('error', reject)
    })
    call.on('error', reject)
  })
}

function identify (req) {
  const header = req.headers['x-customer']
  req.customer = header && /^\d{6}$/.test(header) ? header : String(200_000 + (arrivals++ % 5000))
  req.currency = (req.headers['accept-currency'] || 'CHF').toUpperCase()
}

async function transfer (req) {
  const lockName = `account:${req.account}:${req.currency}` // <- here
  const entry = await locks.hold(lockName, () => ledger(req.customer)) // <- here
  return { ...entry, customer: req.customer, currency: req.currency, at: new Date().toISOString() }
}

const server = http.createServer((req, res) => {
  identify(req)
  transfer(req).then(
    (receipt) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(receipt)),
    (err) => {
      console.error(err.message)
      res.writeHead(502).end()
    }
  )
})

const upstream = fork(path.join(__dirname, '..', 'upstream-dov.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => {
  ledgerPort = port
  server.listen(Number(process.env.PORT), process.env.HOST)
})
