'use strict'

const Koa = require('koa')

const thumbnails = {}

function thumbnail (id) {
  thumbnails[id] ??= Buffer.alloc(3000, id % 256) // <- here
  return thumbnails[id]
}

const app = new Koa()
let last = 0
app.use(function (ctx) {
  ctx.body = `${thumbnail(++last).length}\n`
})
app.listen(process.env.PORT, process.env.HOST)
