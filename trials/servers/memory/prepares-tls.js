'use strict'

const http = require('node:http')
const tls = require('node:tls')

const CIPHERS = 'TLS_AES_256_GCM_SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384'

const partners = ['bank', 'customs', 'carrier', 'insurer']
const contexts = new Map()
let orders = 0

function settingsFor (partner, order) {
  return {
    minVersion: partner === 'bank' ? 'TLSv1.3' : 'TLSv1.2',
    ciphers: CIPHERS,
    sessionIdContext: `order ${order}`
  }
}

function contextFor (partner, order) {
  const settings = settingsFor(partner, order)
  const key = JSON.stringify(settings)
  let context = contexts.get(key)
  if (!context) {
    context = tls.createSecureContext(settings) // HERE
    contexts.set(key, context) // HERE
  }
  return context
}

const server = http.createServer(function (req, res) {
  const order = ++orders
  const partner = partners[order % partners.length]
  const context = contextFor(partner, order)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify({ order, partner, ready: Boolean(context) }))
})

server.listen(process.env.PORT || 0, '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
