import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import Koa from 'koa'

const { PORT = 3000, HOST = '127.0.0.1' } = process.env

const railway = fork(fileURLToPath(new URL('railway.js', import.meta.url)))
const [port] = await once(railway, 'message')

// Connections that stay open are cheaper than new ones.
const agent = new http.Agent({ keepAlive: true, maxSockets: 2 })

async function departuresFrom (station) {
  const request = http.get({ host: '127.0.0.1', port, path: `/departures/${station}`, agent })
  const [answer] = await once(request, 'response')
  return json(answer)
}

const app = new Koa()

app.use(async function (ctx) {
  const [, page, station] = ctx.path.split('/')
  if (page !== 'timetable' || !station) ctx.throw(404)
  ctx.body = { station, departures: await departuresFrom(station) }
})

app.listen(PORT, HOST)
