'use strict'

const http = require('node:http')
const path = require('node:path')
const { fork } = require('node:child_process')

const agent = new http.Agent({ keepAlive: true, maxSockets: 20 })
const skus = Array.from({ length: 300 }, (_, i) => `SKU-${4000 + i}`)

let ledgerPort

function post (sku) {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ledgerPort, path: `/ledger?ref=${sku}`, agent }
    http.get(options, (res) => { // <- here
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (part) => { text += part })
      res.on('end', () => resolve(JSON.parse(text)))
      res.on('error', reject)
    }).on('error', reject)
  })
}

class StockBook {
  #tail = Promise.resolve()
  #reserved = new Map()

  inOrder (task) {
    const turn = this.#tail.then(task) // <- here
    this.#tail = turn.catch(() => {})
    return turn
  }

  reserve (sku, quantity) {
    return this.inOrder(async () => { // <- here
      const { version } = await post(sku) // <- here
      const total = (this.#reserved.get(sku) ?? 0) + quantity
      this.#reserved.set(sku, total % 1000)
      return { sku, total, version }
    })
  }
}

const book = new StockBook()
let orders = 0

const server = http.createServer(async (req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const n = orders++
  try {
    const result = await book.reserve(skus[n % skus.length], 1 + n % 3)
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(result))
  } catch (err) {
    res.writeHead(502).end(err.message)
  }
})

const upstream = fork(path.join(__dirname, '..', 'upstream-ann.js'), [], { execArgv: [] })
upstream.once('message', ({ port }) => {
  ledgerPort = port
  server.listen(Number(process.env.PORT), process.env.HOST)
})
