'use strict'

const path = require('path')
const Koa = require('koa')
const { fork } = require('child_process')
const { outlookFor } = require('./outlook')

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

fork(path.join(__dirname, 'container.js'))

const app = new Koa()

app.use(async function (ctx) {
  const [, page, town] = ctx.path.split('/')
  if (page !== 'outlook' || !town) ctx.throw(404)
  ctx.body = { town, days: outlookFor(town) }
})

app.listen(PORT, HOST)
