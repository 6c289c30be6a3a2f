import { createServer } from 'node:http'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'undici'

const upstream = fork(path.join(import.meta.dirname, '..', 'upstream-fay.js'), [], { execArgv: [] })
const [{ port }] = await once(upstream, 'message')

const office = new Client(`http://127.0.0.1:${port}`) // <- here

const berths = Array.from({ length: 30 }, (_, i) => ({ berth: i + 1, draught: 2 + (i % 7) * 0.4 }))
const depths = { low: 1.9, high: 4.6 }

async function tides () {
  const { statusCode, body } = await office.request({ path: '/tides', method: 'GET' }) // <- here
  if (statusCode !== 200) {
    await body.dump()
    throw new Error(`tide office answered ${statusCode}`)
  }
  return body.json()
}

function minutes (time) {
  const [hours, rest] = time.split(':').map(Number)
  return hours * 60 + rest
}

function advise ({ high, low, next, station }) {
  const span = minutes(next) - minutes(high)
  const middle = (depths.low + depths.high) / 2
  const passable = berths.filter((berth) => berth.draught < middle)
  return { station, high, low, next, span, berths: passable.map((berth) => berth.berth) }
}

const server = createServer(async (req, res) => {
  try {
    const advice = advise(await tides())
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify(advice))
  } catch (err) {
    res.writeHead(502, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ error: err.message }))
  }
})

server.listen(Number(process.env.PORT), process.env.HOST)
