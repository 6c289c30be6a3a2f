'use strict'

const express = require('express')

const hours = {
  monday: ['09:00', '18:00'],
  saturday: ['10:00', '14:00']
}

class Shop {
  constructor (name) {
    this.name = name
  }

  opens (day) {
    return hours[day]?.[0] ?? 'closed'
  }
}

const shop = new Shop('Corner')

function noSniff (req, res, next) {
  res.set('x-content-type-options', 'nosniff')
  next()
}

const app = express()
app.disable('x-powered-by')
app.use(noSniff)
app.get('/hours/:day', (req, res) => res.json({ opens: shop.opens(req.params.day) }))
app.get('/', (req, res) => res.json({ shop: shop.name, opens: shop.opens('monday') }))
app.listen(process.env.PORT, process.env.HOST)
