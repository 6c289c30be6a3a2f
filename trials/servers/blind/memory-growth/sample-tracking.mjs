import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Koa from 'koa'

const STATIONS = ['ward', 'tube post', 'reception', 'centrifuge', 'aliquoter', 'analyser', 'fridge', 'archive']

class SampleRegister {
  constructor () {
    this.counter = 0
    this.recent = new Map()
  }

  next () {
    this.counter++
    return `S${String(this.counter).padStart(9, '0')}`
  }

  remember (sample) {
    this.recent.set(sample, Date.now())
    if (this.recent.size > 500) this.recent.delete(this.recent.keys().next().value)
  }

  async custody (sample) {
    await nextTurn()
    const lines = []
    for (let step = 0; step < 32; step++) {
      const station = STATIONS[step % STATIONS.length].padEnd(12)
      const minute = String((this.counter + step * 7) % 60).padStart(2, '0')
      const place = `${String(step).padStart(2, '0')} at ${minute} min: ${station}`
      lines.push(`${sample} step ${place} checked by scanner, seal intact`)
    }
    return lines.join('\n')
  }
}

const register = new SampleRegister()
const app = new Koa()

app.use(async (ctx, next) => {
  const started = performance.now()
  await next()
  ctx.set('Server-Timing', `app;dur=${(performance.now() - started).toFixed(1)}`)
})

app.use(async (ctx) => {
  const sample = register.next()
  register.remember(sample)
  const report = await Promise.race([closing, register.custody(sample)]) // <- here
  if (typeof report !== 'string') {
    ctx.status = 503
    return
  }
  ctx.type = 'text/plain'
  ctx.body = report
})

const server = app.listen(Number(process.env.PORT), process.env.HOST)
const closing = once(server, 'close') // <- here
