'use strict'

const { execFileSync } = require('child_process')
const Koa = require('koa')

function level () {
  return String(execFileSync('/bin/sh', ['-c', 'sleep 0.01; echo 7'])) // <- here
}

const app = new Koa()
app.use(function (ctx) {
  ctx.body = level()
})
app.listen(process.env.PORT, process.env.HOST)
