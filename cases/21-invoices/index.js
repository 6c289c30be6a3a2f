'use strict'

const express = require('express')
const { Op } = require('sequelize')
const { openDatabase } = require('./database')
const { Invoice } = require('./invoice')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env
const ON_A_PAGE = 50

const app = express()

app.get('/invoices', async function ({ query }, res) {
  const invoices = await Invoice.findAll({
    where: { id: { [Op.gte]: Number(query.from ?? 1) } },
    order: ['id'],
    limit: ON_A_PAGE
  })
  res.json(await Promise.all(invoices.map((invoice) => invoice.summary())))
})

openDatabase().then(() => app.listen(PORT, HOST))
