'use strict'

const { setMaxListeners } = require('events')
const Koa = require('koa')

const shutdown = new AbortController()
setMaxListeners(0, shutdown.signal)

function cancellable (work) {
  return new Promise(function (resolve, reject) {
    shutdown.signal.addEventListener('abort', () => reject(new Error('shutting down'))) // <- here
    work().then(resolve, reject)
  })
}

const weather = async () => ({ degrees: 17 })
const traffic = async () => ({ jams: 2 })
const news = async () => ({ headline: 'Nothing new' })

const app = new Koa()
app.use(async function (ctx) {
  ctx.body = await Promise.all([weather, traffic, news].map(cancellable))
})
const server = app.listen(process.env.PORT, process.env.HOST)

process.once('SIGTERM', function () {
  shutdown.abort()
  server.close()
  server.closeAllConnections()
})
