'use strict'

const express = require('express')

class Network {
  constructor (size) {
    this.stops = Array.from({ length: size }, (_, i) => ({
      name: `Stop ${i}`,
      lines: [1, 7, 31].map((step) => ({ to: (i * 3 + step) % size, minutes: 2 + ((i * step) % 11) }))
    }))
  }

  nearest (open, reached) {
    let best = -1
    for (const stop of open) { // <- here
      if (best === -1 || reached[stop] < reached[best]) best = stop // <- here
    }
    return best
  }

  trip (from, to) {
    const reached = new Array(this.stops.length).fill(Infinity)
    const open = new Set(reached.keys())
    reached[from] = 0
    while (open.size > 0) {
      const stop = this.nearest(open, reached)
      if (stop === to) break
      open.delete(stop)
      for (const { to, minutes } of this.stops[stop].lines) {
        reached[to] = Math.min(reached[to], reached[stop] + minutes)
      }
    }
    return reached[to]
  }
}

const network = new Network(1600)

const app = express()
app.get('/stops/:id', (req, res) => res.json(network.stops[req.params.id] ?? null))
app.get('/', function (req, res) {
  const from = Number(req.query.from ?? 0)
  const to = Number(req.query.to ?? 1203)
  res.json({ from, to, minutes: network.trip(from, to) })
})
app.listen(process.env.PORT, process.env.HOST)
