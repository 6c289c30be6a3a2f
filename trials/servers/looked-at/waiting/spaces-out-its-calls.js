'use strict'

const Koa = require('koa')

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

class Throttle {
  constructor (perSecond) {
    this.gap = 1000 / perSecond
    this.next = 0
  }

  async turn () {
    const now = performance.now()
    this.next = Math.max(now, this.next + this.gap)
    if (this.next > now) await sleep(this.next - now) // <- here
  }
}

const partner = new Throttle(120)

async function askPartner (question) {
  await partner.turn() // <- here
  return { question, answer: question.length }
}

const app = new Koa()
app.use(async function (ctx) {
  ctx.body = await askPartner(ctx.query.q ?? 'what is new?')
})
app.listen(process.env.PORT, process.env.HOST)
