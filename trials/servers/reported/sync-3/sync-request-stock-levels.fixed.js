const { fork } = require('child_process')
const http = require('http')
const express = require('express')
const request = require('then-request')

if (process.argv[2] === 'warehouse') {
  process.on('disconnect', () => process.exit())
  const warehouse = http.createServer((req, res) => {
    const sku = req.url.split('/').pop()
    setTimeout(() => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ sku, onHand: 3 + sku.length * 7, reserved: sku.length }))
    }, 15)
  })
  warehouse.listen(0, '127.0.0.1', () => process.send(warehouse.address().port))
  return
}

const port = process.env.PORT || 3000
const app = express()

const catalogue = new Map([
  ['lamp-oak', { name: 'Oak desk lamp', price: 74.5, stocked: true }],
  ['table-elm', { name: 'Elm table, made to measure', price: 890, stocked: false }],
  ['bench-larch', { name: 'Larch bench, made to measure', price: 410, stocked: false }],
  ['shelf-pine', { name: 'Pine wall shelf', price: 39.9, stocked: true }],
  ['desk-beech', { name: 'Beech desk, made to measure', price: 640, stocked: false }]
])
let warehouseUrl
let featured = 0

function priceTag (product) {
  return { ...product, gross: Math.round(product.price * 119) / 100 }
}

async function stockOf (sku) {
  const reply = await request('GET', `${warehouseUrl}/stock/${sku}`, { timeout: 5000 })
  const { onHand, reserved } = JSON.parse(reply.getBody('utf8'))
  return onHand - reserved
}

app.get('/health', (req, res) => res.json({ ok: true }))

app.get('/products', (req, res) => {
  res.json([...catalogue].map(([sku, product]) => ({ sku, ...priceTag(product) })))
})

app.get('/featured', async (req, res) => {
  const [sku, product] = [...catalogue][featured++ % catalogue.size]
  const available = product.stocked ? await stockOf(sku) : null
  res.json({ sku, ...priceTag(product), available })
})

const warehouse = fork(__filename, ['warehouse'])
warehouse.once('message', (warehousePort) => {
  warehouseUrl = `http://127.0.0.1:${warehousePort}`
  app.listen(port, '127.0.0.1')
})
