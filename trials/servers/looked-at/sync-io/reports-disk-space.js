'use strict'

const { execSync } = require('child_process')
const Koa = require('koa')

class Disk {
  constructor (mount) {
    this.mount = mount
  }

  get columns () {
    const output = execSync(`df -Pk ${this.mount}`, { encoding: 'utf8' }) // <- here
    return output.trim().split('\n')[1].split(/\s+/)
  }

  get percentUsed () {
    return Number.parseInt(this.columns[4], 10)
  }
}

const disk = new Disk('/')

const app = new Koa()
app.use(async function (ctx, next) {
  ctx.set('cache-control', 'no-store')
  await next()
})
app.use(async function (ctx) {
  const percentUsed = disk.percentUsed
  ctx.body = { percentUsed, ok: percentUsed < 95 }
})
app.listen(process.env.PORT, process.env.HOST)
