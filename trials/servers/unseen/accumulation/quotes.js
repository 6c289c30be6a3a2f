'use strict'
const http = require('http')

const products = {
  household: { base: 48, risk: [1.02, 1.1, 0.98, 1.04, 1.01, 0.97] },
  liability: { base: 31, risk: [1.0, 1.06, 1.03, 0.99, 1.02, 1.01] },
}

let number = 1000
const tariff = 1

function rate (product) {
  let premium = product.base * tariff
  for (let month = 0; month < 120; month++) {
    for (const factor of product.risk) premium = premium * 0.4 + product.base * factor * 0.6 * (1 + month / 4800)
  }
  return Math.round(premium * 100) / 100
}

class Quote {
  constructor (kind) {
    this.number = ++number
    this.kind = kind
    this.premium = rate(products[kind])
  }

  // A quote that a customer looks at must show the premium of the moment.
  keepCurrent () { // <- here
    this.timer = setInterval(() => { this.premium = rate(products[this.kind]) }, 200) // <- here
    return this
  }

  toJSON () {
    return { number: this.number, kind: this.kind, premium: this.premium }
  }
}

function createQuote (kind, callback) {
  const quote = new Quote(kind).keepCurrent() // <- here
  setImmediate(callback, null, quote)
}

const server = http.createServer((req, res) => {
  const kind = req.url.startsWith('/liability') ? 'liability' : 'household'
  createQuote(kind, (err, quote) => {
    if (err) {
      res.statusCode = 500
      return res.end(err.message)
    }
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify(quote))
  })
})

server.listen(Number(process.env.PORT), process.env.HOST)
process.on('SIGTERM', () => process.exit(0))
