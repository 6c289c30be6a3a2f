import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { forecastFor, type Forecast } from './forecast.mts'

const { PORT = '3000', HOST = '127.0.0.1' } = process.env

const stations = fork(fileURLToPath(new URL('stations.js', import.meta.url)))
const [port]: number[] = await once(stations, 'message')

const server = createServer(async function (req, res) {
  const [, page, town] = (req.url ?? '').split('/')
  if (page !== 'weather' || !town) {
    res.statusCode = 404
    res.end()
    return
  }
  const forecast: Forecast = await forecastFor(town, port)
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(forecast))
})

server.listen(Number(PORT), HOST)
