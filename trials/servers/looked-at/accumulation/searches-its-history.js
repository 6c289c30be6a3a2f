'use strict'

const Koa = require('koa')

const history = []

function isNew (id) {
  return !history.some((one) => one.id === id) // <- here
}

const app = new Koa()
let last = 0
app.use(function (ctx) {
  const id = `visit-${++last}`
  if (isNew(id)) history.push({ id }) // <- here
  ctx.body = `${history.length}\n`
})
app.listen(process.env.PORT, process.env.HOST)
