'use strict'

const Koa = require('koa')

const forest = []

function grow (depth) {
  return depth === 0 ? { leaf: true } : { left: grow(depth - 1), right: grow(depth - 1) } // <- here
}

const app = new Koa()
app.use(function (ctx) {
  forest.push(grow(12))
  if (forest.length > 50) forest.shift()
  ctx.body = `${forest.length}\n`
})
app.listen(process.env.PORT, process.env.HOST)
