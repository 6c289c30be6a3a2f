'use strict'

const Koa = require('koa')
const { setTimeout: wait } = require('timers/promises')

let calls = 0

async function order () {
  if (++calls % 2) throw new Error('503')
  return 'ordered\n'
}

async function withRetries (work) {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (err) {
      if (tried === 5) throw err
      await wait(50 * tried) // <- here
    }
  }
}

const app = new Koa()
app.use(async function (ctx) {
  ctx.body = await withRetries(order)
})
app.listen(process.env.PORT, process.env.HOST)
