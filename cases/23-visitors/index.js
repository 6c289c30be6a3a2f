'use strict'

const express = require('express')
const { Visits } = require('./visits')
const { everyTenSeconds } = require('./scheduler')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const visits = new Visits()
const app = express()

app.get('/pages/:page', function ({ params }, res) {
  visits.note(params.page)
  res.json({ page: params.page, popular: visits.popular })
})

everyTenSeconds(() => visits.rank())

app.listen(PORT, HOST)
