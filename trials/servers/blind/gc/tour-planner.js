'use strict'

const http = require('node:http')
const { createHash } = require('node:crypto')

const KEEP = 1000

const hubs = Array.from({ length: 500 }, (_, i) => ({ name: `H${i % 90}`, kg: 40 + i % 31, m3: 0.2 + (i % 13) / 10 }))

class Load {
  constructor (kg, m3) {
    this.kg = kg * 1.015
    this.m3 = m3 * 1.015
  }
}

class Stop {
  constructor (hub, eta) {
    this.hub = hub.name
    this.eta = eta
    this.load = new Load(hub.kg, hub.m3) // <- here
  }
}

class Planner {
  constructor () {
    this.replay = []
    this.count = 0
  }

  plan () {
    const id = this.count++
    const start = 6.25 + (id % 8) / 3
    const stops = hubs.map((hub, i) => new Stop(hub, start + i * 0.0173)) // <- here
    const tour = { id, stops }
    this.replay[id % KEEP] = tour // <- here
    return tour
  }
}

function summary ({ id, stops }) {
  let kg = 0
  for (const stop of stops) kg += stop.load.kg
  return { id, kg: Math.round(kg), from: stops[0].hub, until: stops[stops.length - 1].eta.toFixed(2) }
}

function seal (text) {
  return createHash('sha256').update(text).digest('hex')
}

const planner = new Planner()

const server = http.createServer((req, res) => {
  if (req.url !== '/') {
    res.writeHead(404).end()
    return
  }
  const body = JSON.stringify(summary(planner.plan()))
  res.setHeader('content-type', 'application/json')
  res.setHeader('x-seal', seal(body))
  res.end(body)
})

server.listen(Number(process.env.PORT), process.env.HOST)
