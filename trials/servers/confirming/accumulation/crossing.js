'use strict'

const http = require('node:http')

const shutdown = new AbortController()
process.once('SIGTERM', () => {
  shutdown.abort(new Error('going out of service'))
  setImmediate(() => process.exit(0))
})

const QUAYS = ['Northgate', 'Mill Sound', 'Oyster Bay', 'Castle', 'Lighthouse', 'Fish Market', 'Dunes', 'Old Pier']
const tides = new Map(QUAYS.map((quay, i) => [quay, { high: 3.1 + i * 0.15, period: 745, phase: i * 31 }]))

function untilAborted (signal, task) {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true }) // <- here
    task().then(resolve, reject)
  })
}

async function depthAt (quay, minute) {
  const tide = tides.get(quay)
  const swing = Math.cos(((minute + tide.phase) / tide.period) * 2 * Math.PI)
  return Number((tide.high / 2 + (tide.high / 2) * swing).toFixed(2))
}

async function sailing (quay, minute) {
  const depth = await untilAborted(shutdown.signal, () => depthAt(quay, minute)) // <- here
  const leaves = minute + (depth < 0.8 ? 35 : 10)
  return { quay, depth, leaves: `${Math.floor(leaves / 60) % 24}:${String(leaves % 60).padStart(2, '0')}` }
}

async function board (now) {
  const minute = now.getHours() * 60 + now.getMinutes()
  const sailings = await Promise.all(QUAYS.map((quay) => sailing(quay, minute)))
  sailings.sort((a, b) => b.depth - a.depth)
  return { asOf: now.toISOString(), sailings }
}

function handle (req, res) {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  board(new Date()).then(
    (body) => {
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify(body))
    },
    () => res.writeHead(503).end()
  )
}

http.createServer(handle).listen(Number(process.env.PORT), process.env.HOST)
