const Koa = require('koa')
const { setImmediate: soon } = require('node:timers/promises')

class Breaker {
  constructor (action, { failures, rest }) {
    this.action = action
    this.failures = failures
    this.rest = rest
    this.failed = 0
    this.until = 0
  }

  async run (...args) {
    if (Date.now() < this.until) {
      const error = new Error('resting')
      error.status = 503
      throw error // <- here
    }
    try {
      return await this.action(...args)
    } catch (error) {
      if (++this.failed >= this.failures) this.until = Date.now() + this.rest
      throw error
    }
  }
}

const stations = ['Wien', 'Linz', 'Graz', 'Salzburg', 'Bregenz', undefined, 'Klagenfurt', 'Eisenstadt']

async function reading (no) {
  await soon()
  const station = stations[no % stations.length]
  return { station: station.toUpperCase(), degrees: 12 + (no % 9) }
}

const breaker = new Breaker(reading, { failures: 5, rest: 60_000 })
const app = new Koa()
let no = 0

app.use(async (ctx) => {
  try {
    ctx.body = await breaker.run(no++)
  } catch (error) {
    ctx.status = error.status || 500 // <- here
    ctx.body = { error: error.message }
  }
})

app.listen(Number(process.env.PORT), process.env.HOST)
