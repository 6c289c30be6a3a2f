'use strict'

const { parentPort } = require('node:worker_threads')

function table (month, rows) {
  const sales = Array.from({ length: rows }, (_, i) => ({ shop: i, cents: (i * 7_919 + month * 104_729) % 100_000 }))
  const total = sales.reduce((sum, { cents }) => sum + cents, 0)
  const best = sales.toSorted((a, b) => b.cents - a.cents).slice(0, 5)
  return [`Month ${month}: ${total} cents`, ...best.map(({ shop, cents }) => `shop ${shop}: ${cents}`)].join('\n')
}

parentPort.on('message', function ({ month, rows }) {
  parentPort.postMessage(`${table(month, rows)}\n`)
})
