'use strict'

const express = require('express')

const catalogue = new Map(Array.from({ length: 50 }, (_, i) => [`sku-${i}`, { price: i }]))

function totalOf (skus) {
  return skus.reduce((sum, sku) => sum + catalogue.get(sku).price, 0) // <- here
}

function openCart (skus) {
  const cart = { skus, total: totalOf(skus) }
  setInterval(function () { // <- here
    cart.total = totalOf(cart.skus) // <- here
  }, 20)
  return cart
}

const app = express()
app.get('/prices', (req, res) => res.json([...catalogue]))
app.get('/', function (req, res) {
  const cart = openCart([...catalogue.keys()].slice(0, 30))
  res.json({ total: cart.total })
})
app.listen(process.env.PORT, process.env.HOST)
