'use strict'

// Answers the number of products. The catalogue arrives as one large JSON text every 11 s.

const http = require('http')
const logged = require('../logged')

const PRODUCTS = 350_000
const EACH_MS = 11_000

const products = Array.from({ length: PRODUCTS }, (_, id) => ({ id, name: `product ${id}`, tags: ['new', 'sale'], price: id % 100 }))
const text = JSON.stringify(products)

let catalogue = []

function load () {
  const received = JSON.parse(text) // HERE
  catalogue = received.filter(({ price }) => price > 0)
}

setInterval(logged(load), EACH_MS)

http.createServer(function (req, res) {
  res.end(JSON.stringify({ products: catalogue.length }))
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port)
})
