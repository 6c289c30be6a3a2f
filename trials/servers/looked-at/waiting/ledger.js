const Koa = require('koa')
const async = require('async')
const http = require('node:http')
const { fork } = require('node:child_process')
const { join } = require('node:path')
const { promisify } = require('node:util')

const backend = fork(join(__dirname, '..', 'systems.js'))
const agent = new http.Agent({ keepAlive: true })

const writer = (port) => (entry, done) => {
  const options = { host: '127.0.0.1', port, path: `/ledger?no=${entry.no}`, agent }
  const req = http.get(options, (res) => { // <- here
    res.resume()
    res.once('end', () => done(null, { no: entry.no, status: res.statusCode }))
  })
  req.once('error', done)
}

backend.once('message', ({ port }) => {
  const entries = async.queue(writer(port), 2)
  const record = promisify((entry, done) => entries.push(entry, done)) // <- here
  const app = new Koa()
  let no = 0

  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.status = 502
      ctx.body = { error: error.message }
    }
  })

  app.use(async (ctx) => {
    const receipt = await record({ no: ++no, at: Date.now() }) // <- here
    ctx.body = receipt
  })

  app.listen(Number(process.env.PORT), process.env.HOST)
})
